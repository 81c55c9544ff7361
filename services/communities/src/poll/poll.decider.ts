import { checkPollExpiry, checkPollOptions, checkPollQuestion } from '@parlour/contracts/community-checks';
import type { PollClosed, PollCreated } from '@parlour/contracts/communities';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { type CommunityState, openOf, placeIn } from '../community/community.decider.ts';
import { leads, type MembershipState } from '../membership/membership-status.ts';

/** A poll that was created. */
export interface BegunPoll {
  readonly status: 'active' | 'closed';
  readonly optionIds: readonly string[];
  /** ISO-8601 in UTC with milliseconds. */
  readonly expiresAt: string;
}

/** Whether the poll exists, and the facts that rules depend on. */
export type PollState = BegunPoll | { readonly status: 'unbegun' };

/** Create a poll in a community. */
export interface CreatePoll {
  readonly type: 'CreatePoll';
  readonly pollId: string;
  readonly communityId: string;
  readonly createdBy: string;
  readonly questionText: string;
  readonly options: readonly { readonly optionId: string; readonly text: string }[];
  /** ISO-8601 in UTC with milliseconds; blank if absent, null if invalid. */
  readonly expiresAt: string | null;
  readonly now: string;
  /** The community and the creator's membership; their streams guard the decision. */
  readonly community: CommunityState;
  readonly own: MembershipState;
}

/** Close a poll whose time is over. */
export interface ClosePoll {
  readonly type: 'ClosePoll';
  readonly pollId: string;
  readonly communityId: string;
  readonly now: string;
}

/** The stream of one poll. */
export function pollStream(pollId: string): string {
  return `poll/${pollId}`;
}

/** A poll as a guard for other decisions. */
export function pollGuard(pollId: string): Guard<PollState> {
  const { initial, evolve } = pollDecider;
  // The stream of a poll holds its decider's events only.
  return {
    streamId: pollStream(pollId),
    decider: { initial, evolve: (state, event) => evolve(state, event as PollCreated | PollClosed) },
  };
}

/** The rules of polls. Source: specification VA-19; decisions P-1 to P-3. */
export const pollDecider: Decider<PollState, CreatePoll | ClosePoll, PollCreated | PollClosed> = {
  initial: { status: 'unbegun' },

  decide(command, state) {
    switch (command.type) {
      case 'CreatePoll':
        return create(command, state);
      case 'ClosePoll': {
        const { pollId, communityId, now } = command;
        const isOver = state.status === 'active' && now >= state.expiresAt;
        return isOver ? [{ type: 'PollClosed', data: { pollId, communityId } }] : [];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'PollCreated': {
        const { options, expiresAt } = event.data;
        return { status: 'active', optionIds: options.map(({ optionId }) => optionId), expiresAt };
      }
      case 'PollClosed':
        return state.status === 'active' ? { ...state, status: 'closed' } : state;
      default:
        event satisfies never;
        return state;
    }
  },
};

function create(command: CreatePoll, state: PollState): readonly PollCreated[] {
  const { pollId, communityId, createdBy } = command;
  refuseCreator(command);
  const questionText = command.questionText.trim();
  const options = command.options.map(({ optionId, text }) => ({ optionId, text: text.trim() }));
  refuse(checkPollQuestion(questionText), checkPollOptions(options.map(({ text }) => text)));
  const { expiresAt } = command;
  if (expiresAt === null) throw new DomainError('poll.expiry', messages.pollExpiryFuture);
  refuse(checkPollExpiry(expiresAt, command.now));
  if (state.status !== 'unbegun') return [];
  const data = { pollId, communityId, createdBy, questionText, options, expiresAt };
  return [{ type: 'PollCreated', data }];
}

/**
 * In a public community everybody but the banned, in a private one those who lead it.
 * Source: specification RO-11; decisions P-2.
 */
function refuseCreator({ community, createdBy, own }: CreatePoll): void {
  const open = openOf(community);
  const place = placeIn(open, createdBy, own);
  if (leads(place) || (open.visibility === 'public' && place !== 'banned')) return;
  throw new DomainError('community.position', messages.communityPosition);
}
