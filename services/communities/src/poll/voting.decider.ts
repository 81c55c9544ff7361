import type { PollVoted } from '@parlour/contracts/communities/polls.events';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import type { CommunityState } from '../community/community-state.ts';
import type { MembershipState } from '../membership/membership-status.ts';
import { type PollState, visiblePoll } from './poll.decider.ts';

/** Whether a person has voted in a poll. */
export type VotingState = { readonly status: 'none' } | { readonly status: 'voted' };

/** Vote for one of a poll's options. */
export interface VoteInPoll {
  readonly type: 'VoteInPoll';
  readonly pollId: string;
  readonly communityId: string;
  readonly optionId: string;
  readonly userId: string;
  readonly now: string;
  /** The poll, its community and the voter's membership; their streams guard the decision. */
  readonly poll: PollState;
  readonly community: CommunityState;
  readonly own: MembershipState;
}

/** The stream of one person's vote in one poll. */
export function votingStream(pollId: string, userId: string): string {
  return `pollvote/${pollId}/${userId}`;
}

/**
 * One final vote per person and poll, while the poll's time is not over, whether or not it was
 * closed yet. Source: decisions P-1, P-2.
 */
export const votingDecider: Decider<VotingState, VoteInPoll, PollVoted> = {
  initial: { status: 'none' },
  snapshots: 'all',

  decide(command, state) {
    const { pollId, communityId, optionId, userId, now } = command;
    const poll = visiblePoll(command.poll, command.community, userId, command.own);
    if (!poll.options.some((option) => option.optionId === optionId))
      throw new DomainError('poll.option', messages.pollOptionUnknown);
    if (state.status === 'voted') throw new DomainError('poll.voted', messages.pollVotedTwice);
    if (poll.status === 'closed' || now >= poll.expiresAt) throw new DomainError('poll.closed', messages.pollClosed);
    return [{ type: 'PollVoted', data: { pollId, communityId, optionId, userId } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'PollVoted':
        return { status: 'voted' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
