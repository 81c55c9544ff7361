import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionFollowed, QuestionUnfollowed } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether a person follows a question. */
export type FollowingState = { readonly status: 'apart' } | { readonly status: 'following' };

/** Follow or unfollow a question. */
export interface ToggleFollowing {
  readonly type: 'ToggleFollowing';
  readonly questionId: string;
  readonly userId: string;
  /** Whether the question exists and this person may see it. */
  readonly visible: boolean;
}

/** The stream of one person's following of one question. */
export function followingStream(questionId: string, userId: string): string {
  return `questionfollow/${questionId}/${userId}`;
}

/** One button follows and unfollows. Source: specification SC-18. */
export const followingDecider: Decider<FollowingState, ToggleFollowing, QuestionFollowed | QuestionUnfollowed> = {
  initial: { status: 'apart' },
  snapshots: 'all',

  decide(command, state) {
    if (!command.visible) throw new DomainError('question.unknown', messages.questionUnknown);
    const { questionId, userId } = command;
    const type = state.status === 'following' ? 'QuestionUnfollowed' : 'QuestionFollowed';
    return [{ type, data: { questionId, userId } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'QuestionFollowed':
        return { status: 'following' };
      case 'QuestionUnfollowed':
        return { status: 'apart' };
      default:
        event satisfies never;
        return state;
    }
  },
};
