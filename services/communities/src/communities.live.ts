import type {
  CommunitiesEvent,
  CommunityPosition,
  CommunityVisibility,
  CommunityVisibilityChanged,
  PollOptionWire,
} from '@parlour/contracts/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';

/** A person in a community, with their position. */
export interface TellablePerson {
  readonly userId: string;
  readonly position: CommunityPosition;
}

/** A community with the people who may get its messages. */
export interface TellableCommunity {
  readonly visibility: CommunityVisibility;
  /** Banned people. */
  readonly banned: readonly string[];
  /**
   * The leaders and the people of the events; all members and pending people if an event affects
   * everybody.
   */
  readonly people: readonly TellablePerson[];
}

/**
 * The rows that the live messages of one batch show, and their audience, read at the time of
 * sending.
 */
export interface LiveRows {
  /** Closed communities are missing. */
  readonly communities: ReadonlyMap<string, TellableCommunity>;
  readonly options: ReadonlyMap<string, readonly PollOptionWire[]>;
}

/** The most rooms that one message is sent to at once. */
const roomsPerMessage = 500;

/** The most rooms that one message excludes. */
const mostLeftOut = 5_000;

/** A person's position in a community, sent for the last event that affects them. */
interface OwnUpdate {
  readonly userId: string;
  readonly communityId: string;
  readonly own: CommunityPosition;
  readonly position: number;
}

/**
 * The live messages of a batch of events. They show the state at the time of sending, so of several
 * about the same poll, or to the same person about the same community, only the last is sent.
 * Source: decisions C-4, E-1.
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

/** Outsiders may have its page open. Very large communities notify only their own people. */
function outsiderMessages(
  { data: { communityId }, position }: EnvelopeOf<CommunityVisibilityChanged>,
  { people, banned }: TellableCommunity,
): readonly LiveMessage[] {
  const except = [...people.map(({ userId }) => userId), ...banned].map(roomOf);
  if (except.length > mostLeftOut) return [];
  return [{ to: ['public'], except, event: 'communityUpdate', payload: { communityId, position: 6 }, position }];
}

/** One message for all who have the same position in the same community now. */
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
 * The audience of the content of a community: positions 1 to 3; in a public one everybody except
 * banned people, who do not even learn that there is a poll. Source: decisions C-4, C-6.
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
 * The people affected by an event, each with their new position: the person whose status changed
 * and the leaders, whose lists change; for a visibility all members and pending people. Deleted
 * accounts get nothing.
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
