import type {
  CommunitiesEvent,
  CommunityPosition,
  CommunityVisibility,
  PollOptionWire,
  PollWire,
} from '@parlour/contracts/communities/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import type { ReportBlanked, ReportMade, ReportResolved } from '@parlour/contracts/communities/reports';
import type { LiveEvents } from '@parlour/contracts/socket';
import { roomsOfCommunity, type Rooms } from '@parlour/people/audience-rooms';

/** A report of what is in a community. */
type InCommunity<Report extends ReportMade | ReportResolved> = Report & {
  readonly data: { readonly communityId: string };
};

/** The events that live messages follow from: of reports only those in a community. */
export type LiveEvent =
  | Exclude<CommunitiesEvent, ReportMade | ReportResolved | ReportBlanked>
  | InCommunity<ReportMade>
  | InCommunity<ReportResolved>;

/** The events of a batch that live messages follow from. */
export function liveEventsOf(events: readonly EnvelopeOf<CommunitiesEvent>[]): readonly EnvelopeOf<LiveEvent>[] {
  return events.filter(
    (event): event is EnvelopeOf<LiveEvent> => event.type !== 'ReportBlanked' && event.data.communityId !== null,
  );
}

/** A person in a community, with their position. */
export interface CommunityPerson {
  readonly userId: string;
  readonly position: CommunityPosition;
}

/** A community with the people who may get its messages. */
export interface CommunityAudience {
  readonly visibility: CommunityVisibility;
  readonly name: string;
  readonly description: string;
  /** Banned people. */
  readonly banned: readonly string[];
  /**
   * The leaders and the people of the events; all members and pending people if an event affects
   * everybody.
   */
  readonly people: readonly CommunityPerson[];
}

/**
 * The rows that the live messages of one batch show, and their audience, read at the time of
 * sending.
 */
export interface LiveRows {
  readonly communities: ReadonlyMap<string, CommunityAudience>;
  readonly options: ReadonlyMap<string, readonly PollOptionWire[]>;
  /** Edited, removed and restored polls. */
  readonly polls: ReadonlyMap<string, PollWire>;
}

/** The most rooms that one message is sent to at once. */
const roomsPerMessage = 500;

/** The most rooms that one message excludes. */
const mostLeftOut = 5_000;

/** What a message says of an edit. */
type Edit = Pick<LiveEvents['communityUpdate'], 'community' | 'textsOnly'>;

/** A person's position in a community, sent for the last event that affects them. */
interface OwnUpdate {
  readonly userId: string;
  readonly communityId: string;
  readonly own: CommunityPosition;
  readonly position: number;
  readonly edit: Edit;
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
  for (const event of liveEventsOf(events)) {
    const { communityId } = event.data;
    const { position } = event;
    const community = rows.communities.get(communityId);
    if (!community) continue;
    for (const { userId, position: own } of affectedMembers(event, community)) {
      const key = `${communityId} ${userId}`;
      const edit = editAfter(event, community, updates.get(key)?.edit);
      updates.set(key, { userId, communityId, own, position, edit });
    }
    if (concernsEverybody(event)) {
      const [before] = outside.get(communityId) ?? [];
      outside.set(communityId, outsiderMessages(event, community, before));
    }
    if ('pollId' in event.data) polls.set(`${event.type} ${event.data.pollId}`, pollMessages(event, community, rows));
  }
  const liveMessages = [...polls.values(), ...outside.values()].flat().concat(ownMessages([...updates.values()]));
  return liveMessages.sort((one, other) => one.position - other.position);
}

/** Whether everybody sees the change: outsiders too. */
export function concernsEverybody({ type }: Pick<EnvelopeOf<LiveEvent>, 'type'>): boolean {
  return (
    type === 'CommunityVisibilityChanged' ||
    type === 'CommunityEdited' ||
    type === 'CommunityPictureChosen' ||
    type === 'CommunityClosed'
  );
}

/** What is said of edits after an event, and those before it in the batch. */
function editAfter(
  { type }: EnvelopeOf<LiveEvent>,
  { name, description }: CommunityAudience,
  before: Edit | undefined,
): Edit {
  if (type !== 'CommunityEdited') return before?.community ? { community: before.community } : {};
  return { community: { name, description }, ...((!before || before.textsOnly) && { textsOnly: true }) };
}

/** Outsiders may have its page open. Very large communities notify only their own people. */
function outsiderMessages(
  event: EnvelopeOf<LiveEvent>,
  community: CommunityAudience,
  before: LiveMessage | undefined,
): readonly LiveMessage[] {
  const { people, banned } = community;
  const { communityId } = event.data;
  const { position } = event;
  const edit = editAfter(event, community, before?.event === 'communityUpdate' ? before.payload : undefined);
  const except = [...people.map(({ userId }) => userId), ...banned].map(roomOf);
  if (except.length > mostLeftOut) return [];
  const payload = { communityId, position: 6, ...edit } as const;
  return [{ to: ['public'], except, event: 'communityUpdate', payload, position }];
}

/** One message for all who have the same position in the same community now. */
function ownMessages(updates: readonly OwnUpdate[]): readonly LiveMessage[] {
  const same = new Map<string, OwnUpdate[]>();
  for (const update of updates) {
    const key = `${update.communityId} ${update.own} ${update.position} ${Object.keys(update.edit).length}`;
    const group = same.get(key);
    if (group) group.push(update);
    else same.set(key, [update]);
  }
  return [...same.values()].flatMap((group) => {
    const rooms = inChunks(group.map(({ userId }) => roomOf(userId)));
    return group.slice(0, 1).flatMap(({ communityId, own, position, edit }) => {
      const payload = { communityId, position: own, ...edit };
      return rooms.map((to): LiveMessage => ({ to, event: 'communityUpdate', payload, position }));
    });
  });
}

function pollMessages(
  event: EnvelopeOf<LiveEvent>,
  community: CommunityAudience,
  { options, polls }: LiveRows,
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
    case 'PostEdited':
    case 'PostDeleted':
    case 'PostRestored': {
      const { pollId } = event.data;
      const poll = polls.get(pollId);
      if (!poll) return [];
      const payload = { pollId, options: poll.options, poll };
      return audiencesOf(community).map((audience) => ({ ...audience, event: 'pollUpdate', payload, position }));
    }
    case 'CommunityCreated':
    case 'CommunityVisibilityChanged':
    case 'CommunityEdited':
    case 'CommunityPictureChosen':
    case 'OwnershipOffered':
    case 'OwnershipOfferEnded':
    case 'OwnershipPassed':
    case 'CommunityClosed':
    case 'StandingChanged':
    case 'PostErased':
    case 'PostModerated':
    case 'ReportMade':
    case 'ReportResolved':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

function pollUpdates(
  pollId: string,
  community: CommunityAudience,
  options: readonly PollOptionWire[] | undefined,
  position: number,
): readonly LiveMessage[] {
  if (!options) return [];
  const liveMessage = { event: 'pollUpdate', payload: { pollId, options }, position } as const;
  const latestOf = community.visibility === 'public' ? { latestOf: `poll:${pollId}` } : {};
  return audiencesOf(community).map((audience) => ({ ...liveMessage, ...audience, ...latestOf }));
}

/** The rooms of those who may see the content of the community. */
function audiencesOf({ visibility, people, banned }: CommunityAudience): readonly Rooms[] {
  const members = people.filter(({ position }) => position <= 3).map(({ userId }) => userId);
  return roomsOfCommunity({ visibility, members, banned });
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
 * and the leaders, whose lists change; for what everybody sees all members and pending people; of a
 * report the leaders, unless it is about themselves. Deleted accounts get nothing.
 */
function affectedMembers(event: EnvelopeOf<LiveEvent>, { people }: CommunityAudience): readonly CommunityPerson[] {
  const leaders = people.filter(({ position }) => position <= 2);
  switch (event.type) {
    case 'CommunityVisibilityChanged':
    case 'CommunityEdited':
    case 'CommunityPictureChosen':
    case 'CommunityClosed':
      return people.filter(({ position }) => position !== 4);
    case 'OwnershipOffered':
    case 'OwnershipOfferEnded': {
      const { from, to } = event.data;
      return people.filter(({ userId }) => userId === from || userId === to);
    }
    case 'StandingChanged': {
      const { userId, reason } = event.data;
      if (reason === 'deleted') return leaders;
      const position = people.find((person) => person.userId === userId)?.position ?? 6;
      return [...leaders.filter((leader) => leader.userId !== userId), { userId, position }];
    }
    case 'CommunityCreated':
    case 'OwnershipPassed':
      return leaders;
    case 'ReportMade':
    case 'ReportResolved':
      return leaders.filter(({ userId }) => userId !== event.data.personId);
    case 'PollCreated':
    case 'PollVoted':
    case 'PostEdited':
    case 'PollClosed':
    case 'PostDeleted':
    case 'PostRestored':
    case 'PostErased':
    case 'PostModerated':
      return [];
    default:
      event satisfies never;
      return [];
  }
}
