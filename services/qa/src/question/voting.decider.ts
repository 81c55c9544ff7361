import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Vote, VoteCancelled, VoteCast } from '@parlour/contracts/qa';
import type { Decider } from '@parlour/kernel/log/decider';

/** A person's current vote on a question. */
export type VotingState = { readonly status: 'none' } | { readonly status: 'cast'; readonly vote: Vote };

/** Press one of the two buttons. */
export interface PressVote {
  readonly type: 'PressVote';
  readonly questionId: string;
  readonly votedBy: string;
  readonly vote: Vote;
  /** Whether the question exists and this person may see it. */
  readonly visible: boolean;
}

/** The stream of one person's vote on one question. */
export function votingStream(questionId: string, userId: string): string {
  return `vote/${questionId}/${userId}`;
}

/**
 * The same button again takes the vote back, the other one moves it in one step; this includes
 * one's own questions. Source: decisions Q-3.
 */
export const votingDecider: Decider<VotingState, PressVote, VoteCast | VoteCancelled> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (!command.visible) throw new DomainError('question.unknown', messages.questionUnknown);
    const { questionId, votedBy, vote } = command;
    const before = state.status === 'cast' ? state.vote : null;
    return before === vote
      ? [{ type: 'VoteCancelled', data: { questionId, votedBy, before } }]
      : [{ type: 'VoteCast', data: { questionId, votedBy, vote, before } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'VoteCast':
        return { status: 'cast', vote: event.data.vote };
      case 'VoteCancelled':
        return { status: 'none' };
      default:
        event satisfies never;
        return state;
    }
  },
};
