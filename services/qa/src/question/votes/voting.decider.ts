import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Vote } from '@parlour/contracts/qa/qa';
import type { VoteCancelled, VotedPost, VoteCast } from '@parlour/contracts/qa/qa.events';
import type { Decider } from '@parlour/kernel/log/decider';

/** A person's current vote on a post. */
export type VotingState = { readonly status: 'none' } | { readonly status: 'cast'; readonly vote: Vote };

/** Press one of the two buttons. */
export interface PressVote {
  readonly type: 'PressVote';
  readonly post: VotedPost;
  readonly votedBy: string;
  readonly vote: Vote;
  /** Whether the post exists and this person may see it. */
  readonly visible: boolean;
  /** Whether it is this person's own answer. */
  readonly isOwnAnswer: boolean;
}

/** The stream of one person's vote on one question or answer. */
export function votingStream({ questionId, answerId = questionId }: VotedPost, userId: string): string {
  return `vote/${answerId}/${userId}`;
}

/**
 * The same button again takes the vote back, the other one moves it in one step; this includes
 * one's own questions, but not one's own answers. Source: decisions.
 */
export const votingDecider: Decider<VotingState, PressVote, VoteCast | VoteCancelled> = {
  initial: { status: 'none' },
  snapshots: 'all',

  decide(command, state) {
    const { post, votedBy, vote } = command;
    if (!command.visible) {
      throw post.answerId === undefined
        ? new DomainError('question.unknown', messages.questionUnknown)
        : new DomainError('answer.unknown', messages.answerUnknown);
    }
    if (command.isOwnAnswer) throw new DomainError('vote.own', messages.voteOwn);
    const before = state.status === 'cast' ? state.vote : null;
    return before === vote
      ? [{ type: 'VoteCancelled', data: { ...post, votedBy, before } }]
      : [{ type: 'VoteCast', data: { ...post, votedBy, vote, before } }];
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
