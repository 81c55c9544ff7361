import type { AnswerBlanked, CommentBlanked, QuestionBlanked } from '@parlour/contracts/qa.events';
import type { Guard } from '@parlour/kernel/log/commands';
import { once } from '@parlour/kernel/log/decider';
import { type Deletion, isOver } from '../editing/deletable-post.ts';

/** A post and its place. */
export interface Post {
  readonly kind: 'question' | 'answer' | 'comment';
  readonly id: string;
  readonly questionId: string;
  /**
   * The answer that a comment belongs to; null for comments on the question and for other posts.
   */
  readonly answerId: string | null;
}

/** Blank an existing post. */
export interface BlankPost {
  readonly type: 'BlankPost';
  readonly post: Post;
}

/** Erase the text of a deleted post that can no longer be restored. */
export interface EraseDeleted {
  readonly type: 'EraseDeleted';
  readonly post: Post;
  /** Null if it is not deleted. */
  readonly deletion: Deletion | null;
  /** ISO-8601. */
  readonly now: string;
}

/** The stream of the blanking of one post. */
export function blankingStream(postId: string): string {
  return `blanked/${postId}`;
}

/** The rules of blanking: a post is blanked once. Source: decisions O-1, Q-31. */
export const blankingDecider = once<BlankPost | EraseDeleted, QuestionBlanked | AnswerBlanked | CommentBlanked>(
  (command) => {
    const { kind, id, questionId, answerId } = command.post;
    // It may have been restored meanwhile.
    if (command.type === 'EraseDeleted' && !(command.deletion && isOver(command.deletion, command.now))) return [];
    switch (kind) {
      case 'question':
        return [{ type: 'QuestionBlanked', data: { questionId } }];
      case 'answer':
        return [{ type: 'AnswerBlanked', data: { answerId: id, questionId } }];
      case 'comment':
        return [{ type: 'CommentBlanked', data: { commentId: id, questionId, answerId } }];
    }
  },
);

/**
 * Has a decision know whether a post is blanked. If it is meanwhile, the decision is made again:
 * then it is too late to restore what is erased.
 */
export function blankingGuard(postId: string): Guard<boolean> {
  return { streamId: blankingStream(postId), decider: { initial: false, evolve: () => true } };
}
