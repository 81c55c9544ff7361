import { checkPollExpiry, checkPollOptions, checkPollQuestion } from '@parlour/contracts/communities/community-checks';
import type {
  PollChange,
  PollClosed,
  PollCreated,
  PollPlace,
  PollStatus,
} from '@parlour/contracts/communities/polls.events';
import type { PostDeletion } from '@parlour/contracts/posts/posts.events';
import { refuseStale } from '@parlour/contracts/posts/editable';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Guard } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { openFor, readableBy } from '../community/community.decider.ts';
import type { CommunityState } from '../community/community-state.ts';
import { leads, type MembershipState, placeIn } from '../membership/membership-status.ts';

/** An option of a poll. */
interface PollOption {
  readonly optionId: string;
  readonly text: string;
}

/** A poll that was created. */
export interface BegunPoll {
  /** Of a removed one, what it was before. */
  readonly status: PollStatus;
  readonly deleted: Pick<PostDeletion, 'by' | 'deletedAt' | 'authorToo'> | null;
  readonly createdBy: string;
  readonly version: number;
  readonly questionText: string;
  readonly options: readonly PollOption[];
  /** ISO-8601 in UTC with milliseconds. */
  readonly expiresAt: string;
}

/** Whether the poll exists, and the facts that rules depend on. */
export type PollState = BegunPoll | { readonly status: 'unbegun'; readonly deleted?: never };

/** Create a poll in a community. */
export interface CreatePoll {
  readonly type: 'CreatePoll';
  readonly pollId: string;
  readonly communityId: string;
  readonly createdBy: string;
  readonly questionText: string;
  readonly options: readonly PollOption[];
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

/** The common part of all commands of people on a poll. */
export interface ChangeOfPoll {
  readonly pollId: string;
  readonly communityId: string;
  readonly by: string;
  readonly now: string;
  /** The community and the caller's membership; their streams guard the decision. */
  readonly community: CommunityState;
  readonly own: MembershipState;
}

/** Close a poll before its time. */
export interface EndPoll extends ChangeOfPoll {
  readonly type: 'EndPoll';
}

/**
 * Change question and options. That nobody has voted is checked where the event is written
 * (`refuseVoted`): votes are in streams of their own.
 */
export interface EditPoll extends ChangeOfPoll {
  readonly type: 'EditPoll';
  readonly questionText: string;
  /** With new ids. */
  readonly options: readonly PollOption[];
  /** The version that the edit is based on; absent for the latest. */
  readonly version: number | undefined;
}

/** The commands of a poll, besides removing and restoring it. */
export type PollCommand = CreatePoll | ClosePoll | EndPoll | EditPoll;

/** The events in the stream of a poll. */
export type PollEvent = PollCreated | PollClosed | PollChange;

/** The stream of one poll. */
export function pollStream(pollId: string): string {
  return `poll/${pollId}`;
}

/** A poll as a guard for other decisions. */
export function pollGuard(pollId: string): Guard<PollState> {
  // The stream of a poll holds its decider's events only.
  return { streamId: pollStream(pollId), decider: pollDecider };
}

/** The rules of polls. Source: specification VA-19; decisions P-1 to P-3, P-5 to P-7. */
export const pollDecider: Decider<PollState, PollCommand, PollEvent> = {
  initial: { status: 'unbegun' },
  longest: limits.pollEvents,
  always: ({ type }) => type === 'EndPoll' || type === 'ClosePoll',

  decide(command, state) {
    switch (command.type) {
      case 'CreatePoll':
        return create(command, state);
      case 'ClosePoll': {
        const { pollId, communityId, now } = command;
        const isOver = state.status === 'active' && !state.deleted && now >= state.expiresAt;
        return isOver ? [{ type: 'PollClosed', data: { pollId, communityId } }] : [];
      }
      case 'EndPoll':
        return end(command, state);
      case 'EditPoll':
        return edit(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'PollCreated': {
        const { createdBy, questionText, options, expiresAt } = event.data;
        return { status: 'active', deleted: null, createdBy, version: 1, questionText, options, expiresAt };
      }
      case 'PostEdited': {
        const { questionText, options, version } = event.data;
        return state.status === 'unbegun' ? state : { ...state, version, questionText, options };
      }
      case 'PollClosed':
        return state.status === 'active' ? { ...state, status: 'closed' } : state;
      case 'PostDeleted':
        return state.status === 'unbegun' ? state : { ...state, deleted: event.data };
      case 'PostRestored':
        return state.status === 'unbegun' ? state : { ...state, deleted: null };
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
  const open = openFor(community, createdBy, own);
  const place = placeIn(open, createdBy, own);
  if (leads(place) || (open.visibility === 'public' && place !== 'banned')) return;
  throw new DomainError('community.position', messages.communityPosition);
}

function end(command: EndPoll, state: PollState): readonly PollClosed[] {
  const { poll, change } = changed(command, state);
  if (poll.status !== 'active') return [];
  // Its time is over: then it has ended by itself.
  const { pollId, communityId } = change;
  return [{ type: 'PollClosed', data: command.now >= poll.expiresAt ? { pollId, communityId } : change }];
}

function edit(command: EditPoll, state: PollState): readonly PollChange[] {
  const { poll } = changed(command, state);
  if (poll.status === 'closed' || command.now >= poll.expiresAt) {
    throw new DomainError('poll.closed', messages.pollClosed);
  }
  refuseStale(command.version ?? poll.version, poll.version);
  const questionText = command.questionText.trim();
  const texts = command.options.map(({ text }) => text.trim());
  refuse(checkPollQuestion(questionText), checkPollOptions(texts));
  // Another text is another option: nobody's vote may fall on what they did not read.
  const options = command.options.map(({ optionId }, place) => {
    const text = texts[place] ?? '';
    return poll.options.find((option) => option.text === text) ?? { optionId, text };
  });
  const isSame =
    questionText === poll.questionText &&
    options.length === poll.options.length &&
    options.every(({ optionId }, place) => optionId === poll.options[place]?.optionId);
  if (isSame) return [];
  const made = { questionText, options, editedBy: command.by, version: poll.version + 1 };
  return [{ type: 'PostEdited', data: { ...placeOf(command, poll), ...made } }];
}

/** What events say of a poll. */
export function placeOf({ pollId, communityId }: ChangeOfPoll, { createdBy, status }: BegunPoll): PollPlace {
  return { pollId, communityId, createdBy, status };
}

/**
 * The poll that a person changes, and what the event says about them: its creator, as long as they
 * see it, and those who lead the community. Source: decisions P-5.
 */
function changed({ pollId, communityId, by, community, own }: ChangeOfPoll, state: PollState) {
  const poll = visiblePoll(state, community, by, own);
  const isCreator = poll.createdBy === by;
  if (!isCreator && !leads(placeIn(openFor(community, by, own), by, own))) {
    throw new DomainError('community.position', messages.communityPosition);
  }
  return { poll, change: { pollId, communityId, by, as: isCreator ? 'author' : 'moderator' } as const };
}

/**
 * A poll in a community that takes changes, for those who may see it; to others it is unknown.
 * @throws {DomainError} `poll.unknown`; `community.closed`
 */
export function visiblePoll(
  poll: PollState,
  community: CommunityState,
  userId: string,
  own: MembershipState,
): BegunPoll {
  if (poll.status === 'unbegun' || poll.deleted || !readableBy(community, userId, own)) {
    throw new DomainError('poll.unknown', messages.pollUnknown);
  }
  openFor(community, userId, own);
  return poll;
}
