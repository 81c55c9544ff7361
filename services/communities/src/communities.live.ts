import type {
  CommunitiesEvent,
  CommunityPosition,
  CommunityVisibility,
  CommunityVisibilityChanged,
  PollOptionWire,
} from '@parlour/contracts/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';

/** Somebody in a community, and what he is there. */
export interface TellablePerson {
  readonly userId: string;
  readonly position: CommunityPosition;
}

/** A community with those in it who may have to be told. */
export interface TellableCommunity {
  readonly visibility: CommunityVisibility;
  /** Who is banned from it. */
  readonly banned: readonly string[];
  /** The leaders, and those whom an event is about; all members and all who wait where somebody of all may have to be told. */
  readonly people: readonly TellablePerson[];
}

/** What the live messages of one batch of events show, and whom they may be shown, read at the time of telling. */
export interface LiveRows {
  /** A closed one is missing. */
  readonly communities: ReadonlyMap<string, TellableCommunity>;
  readonly options: ReadonlyMap<string, readonly PollOptionWire[]>;
}

/** How many rooms one message is sent to at once. */
const roomsPerMessage = 500;

/** How many rooms one message is kept from at most. */
const mostLeftOut = 5_000;

/** What one person is in one community, to be told by the last event that concerns him. */
interface OwnUpdate {
  readonly userId: string;
  readonly communityId: string;
  readonly own: CommunityPosition;
  readonly position: number;
}

/**
 * Who is told what of a batch of events. All messages show what is so at the time of telling, so of several about the same poll, or to the same person
 * of the same community, only the last is sent. Source: decisions C-4, E-1.
 */
export function live(events: readonly EnvelopeOf<CommunitiesEvent>[], rows: LiveRows): readonly LiveMessage[] {
  const polls = new Map<string, readonly LiveMessage[]>();
  const outside = new Map<string, readonly LiveMessage[]>();
  const updates = new Map<string, OwnUpdate>();
  for (const event of events) {
    const { communityId } = event.data;
    const { position } = event;
    const community = rows.communities.get(communityId);
    if (!community) continue;
    for (const { userId, position: own } of affectedMembers(event, community)) {
      updates.set(`${communityId} ${userId}`, { userId, communityId, own, position });
    }
    if (event.type === 'CommunityVisibilityChanged') outside.set(communityId, outsiderMessages(event, community));
    if ('pollId' in event.data) polls.set(`${event.type} ${event.data.pollId}`, pollMessages(event, community, rows));
  }
  const liveMessages = [...polls.values(), ...outside.values()].flat().concat(ownMessages([...updates.values()]));
  return liveMessages.sort((one, other) => one.position - other.position);
}

/** A page of somebody who is not in it may be open before his eyes. Very large communities tell their own people alone. */
function outsiderMessages(
  { data: { communityId }, position }: EnvelopeOf<CommunityVisibilityChanged>,
  { people, banned }: TellableCommunity,
): readonly LiveMessage[] {
  const except = [...people.map(({ userId }) => userId), ...banned].map(roomOf);
  if (except.length > mostLeftOut) return [];
  return [{ to: ['public'], except, event: 'communityUpdate', payload: { communityId, position: 6 }, position }];
}

/** One message for all who are the same in the same community from now on. */
function ownMessages(updates: readonly OwnUpdate[]): readonly LiveMessage[] {
  const same = new Map<string, OwnUpdate[]>();
  for (const update of updates) {
    const key = `${update.communityId} ${update.own} ${update.position}`;
    const group = same.get(key);
    if (group) group.push(update);
    else same.set(key, [update]);
  }
  return [...same.values()].flatMap((group) => {
    const rooms = inChunks(group.map(({ userId }) => roomOf(userId)));
    return group.slice(0, 1).flatMap(({ communityId, own, position }) => {
      const payload = { communityId, position: own };
      return rooms.map((to): LiveMessage => ({ to, event: 'communityUpdate', payload, position }));
    });
  });
}

function pollMessages(
  event: EnvelopeOf<CommunitiesEvent>,
  community: TellableCommunity,
  { options }: LiveRows,
): readonly LiveMessage[] {
  const { position } = event;
  switch (event.type) {
    case 'PollCreated':
    case 'PollClosed': {
      const { pollId, communityId } = event.data;
      const name = event.type === 'PollCreated' ? 'pollCreation' : 'pollStatusChange';
      return audiencesOf(community).map((audience): LiveMessage => {
        return { ...audience, event: name, payload: { pollId, communityId }, position };
      });
    }
    case 'PollVoted':
      return pollUpdates(event.data.pollId, community, options.get(event.data.pollId), position);
    case 'CommunityCreated':
    case 'CommunityVisibilityChanged':
    case 'OwnershipPassed':
    case 'CommunityClosed':
    case 'StandingChanged':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

function pollUpdates(
  pollId: string,
  community: TellableCommunity,
  options: readonly PollOptionWire[] | undefined,
  position: number,
): readonly LiveMessage[] {
  if (!options) return [];
  const liveMessage = { event: 'pollUpdate', payload: { pollId, options }, position } as const;
  const latestOf = community.visibility === 'public' ? { latestOf: `poll:${pollId}` } : {};
  return audiencesOf(community).map((audience) => ({ ...liveMessage, ...audience, ...latestOf }));
}

/**
 * Whom what a community holds may be told: positions 1 to 3; of a public one everybody but the
 * banned, who are not even told that there is a poll. Source: decisions C-4, C-6.
 */
function audiencesOf({ visibility, people, banned }: TellableCommunity): readonly Pick<LiveMessage, 'to' | 'except'>[] {
  if (visibility === 'private') {
    const members = people.filter(({ position }) => position <= 3);
    return inChunks(members.map(({ userId }) => roomOf(userId))).map((to) => ({ to }));
  }
  return [{ to: ['public'], ...(banned.length > 0 && { except: banned.map(roomOf) }) }];
}

function roomOf(userId: string): Room {
  return `user:${userId}`;
}

function inChunks(rooms: readonly Room[]): readonly (readonly Room[])[] {
  return Array.from({ length: Math.ceil(rooms.length / roomsPerMessage) }, (_, index) =>
    rooms.slice(index * roomsPerMessage, (index + 1) * roomsPerMessage),
  );
}

/**
 * Whom an event concerns, each with what he is from now on: the person whose standing it is, and those who lead the community, whose lists change; of
 * its visibility all who are in it or wait. An account that is gone hears nothing.
 */
function affectedMembers(
  event: EnvelopeOf<CommunitiesEvent>,
  { people }: TellableCommunity,
): readonly TellablePerson[] {
  const leaders = people.filter(({ position }) => position <= 2);
  switch (event.type) {
    case 'CommunityVisibilityChanged':
      return people.filter(({ position }) => position !== 4);
    case 'StandingChanged': {
      const { userId, reason } = event.data;
      if (reason === 'deleted') return leaders;
      const position = people.find((person) => person.userId === userId)?.position ?? 6;
      return [...leaders.filter((leader) => leader.userId !== userId), { userId, position }];
    }
    case 'CommunityCreated':
    case 'OwnershipPassed':
    case 'CommunityClosed':
      return leaders;
    case 'PollCreated':
    case 'PollVoted':
    case 'PollClosed':
      return [];
    default:
      event satisfies never;
      return [];
  }
}
