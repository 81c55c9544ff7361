import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { PlainText } from '@parlour/contracts/posts/posts.events';
import type { CommentPosted, PostChanged, PostPlace } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';
import {
  decideOnPost,
  evolvePost,
  type Post,
  type PostCommand,
  protects,
  unchanged,
} from '@parlour/posts/post.decider';
import { type CommentTarget, commentTexts } from './comment.decider.ts';

/** Change a comment: edit, delete or restore it. */
export type ChangeComment = PostCommand<PlainText> & {
  readonly commentId: string;
  /** The post below which it stands; null if the comment is unknown to this person. */
  readonly target: CommentTarget | null;
};

type CommentChange = CommentPosted | PostChanged<'comment'>;

/**
 * The rules of changing a comment; its stream begins with its posting. Source: decisions Q-18,
 *
 */
export const commentEditingDecider: Decider<Post<PlainText> | null, ChangeComment, CommentChange> = {
  initial: null,
  snapshots: ['CommentPosted', 'PostEdited'],
  always: protects,
  decide(command, state) {
    const { commentId: id, target } = command;
    if (!state || !target) throw new DomainError('comment.unknown', messages.commentUnknown);
    const { questionId, answerId } = target;
    const place: PostPlace<'comment'> = { kind: 'comment', id, questionId, answerId, author: state.author };
    return decideOnPost(commentTexts, place, state, command);
  },
  evolve(state, event) {
    if (event.type !== 'CommentPosted') return evolvePost(commentTexts, state, event);
    return { ...unchanged, author: event.data.commentedBy, texts: commentTexts.textsOf(event.data) };
  },
};
