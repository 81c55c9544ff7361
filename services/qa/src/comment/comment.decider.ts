import { checkComment } from '@parlour/contracts/posts/post-checks';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { CommentPosted } from '@parlour/contracts/qa/qa.events';
import { once } from '@parlour/kernel/log/decider';
import { plainKind } from '@parlour/posts/post.decider';

/** The post that a comment belongs to: a question or an answer. */
export interface CommentTarget {
  readonly questionId: string;
  readonly answerId: string | null;
}

/** The target of a comment, with its comment count. */
export interface CommentPlace extends CommentTarget {
  readonly comments: number;
}

/** Comment on a question or an answer. */
export interface PostComment {
  readonly type: 'PostComment';
  readonly commentId: string;
  readonly commentedBy: string;
  readonly text: string;
  /** The kind of post that the caller addressed. */
  readonly on: 'question' | 'answer';
  /** The post; null when it does not exist or is hidden from this person. */
  readonly target: CommentPlace | null;
}

/** The stream of one comment. */
export function commentStream(commentId: string): string {
  return `comment/${commentId}`;
}

/** The text of a comment. */
export const commentTexts = plainKind(checkComment);

/** What is said of a question or an answer that is not there, or hidden. */
export function unknownTarget(on: PostComment['on']): DomainError {
  return on === 'answer'
    ? new DomainError('answer.unknown', messages.answerUnknown)
    : new DomainError('question.unknown', messages.questionUnknown);
}

/**
 * The rules of commenting: anyone who may see a question may comment on it and on its answers.
 * Source: specification VA-7; decisions Q-6.
 */
export const commentDecider = once<PostComment, CommentPosted>((command) => {
  const { commentId, commentedBy, on, target } = command;
  if (!target) throw unknownTarget(on);
  const { text } = commentTexts.checked(command);
  const { questionId, answerId, comments } = target;
  if (comments >= limits.commentsPerPost) throw new DomainError('comments.full', messages.commentsFull);
  return [{ type: 'CommentPosted', data: { commentId, questionId, answerId, commentedBy, text } }];
});
