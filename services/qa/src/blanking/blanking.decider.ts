import type { AnswerBlanked, CommentBlanked, QuestionBlanked } from '@parlour/contracts/qa';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the post is already blanked. */
export type BlankingState = { readonly status: 'shown' } | { readonly status: 'blanked' };

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

/** The stream of the blanking of one post. */
export function blankingStream(postId: string): string {
  return `blanked/${postId}`;
}

/** The rules of blanking: a post is blanked once. Source: decisions O-1. */
export const blankingDecider: Decider<BlankingState, BlankPost, QuestionBlanked | AnswerBlanked | CommentBlanked> = {
  initial: { status: 'shown' },

  decide({ post: { kind, id, questionId, answerId } }, state) {
    if (state.status === 'blanked') return [];
    switch (kind) {
      case 'question':
        return [{ type: 'QuestionBlanked', data: { questionId } }];
      case 'answer':
        return [{ type: 'AnswerBlanked', data: { answerId: id, questionId } }];
      case 'comment':
        return [{ type: 'CommentBlanked', data: { commentId: id, questionId, answerId } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'QuestionBlanked':
      case 'AnswerBlanked':
      case 'CommentBlanked':
        return { status: 'blanked' };
      default:
        event satisfies never;
        return state;
    }
  },
};
