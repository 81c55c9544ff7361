import type {
  CommunityList,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  PollList,
  PollWire,
} from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import type { Rpc } from '@parlour/contracts/rpc';
import { personOf } from '@parlour/kernel/testing/people';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { communitiesDefinition } from '../communities.module.ts';

/** An unknown id. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** The errors that hide a community, or its content. */
export const noCommunity = { code: 'community.unknown', message: 'Community not found' };

/** The seven kinds of viewers of a community; the last is not signed in. */
export interface Cast {
  readonly id: string;
  readonly owner: Actor;
  readonly moderator: Actor;
  readonly member: Actor;
  readonly banned: Actor;
  readonly pending: Actor;
  readonly other: Actor;
}

/**
 * The running service with helpers for its tests; every call sees the other services' events before
 * it.
 */
export interface CommunitiesWorld extends ServiceWorld {
  identity(...events: readonly IdentityEvent[]): Promise<void>;
  qa(...events: readonly QaEvent[]): Promise<void>;
  /** People who are registered and have posted twice. */
  people<const Names extends readonly string[]>(...names: Names): Promise<{ -readonly [Name in keyof Names]: Actor }>;
  /** A new community with a new name. */
  create(by: Actor, visibility?: CommunityVisibility, name?: string): Promise<string>;
  change(
    as: Actor,
    communityId: string,
    list: CommunityList,
    action: MembershipAction,
    whom?: Actor,
  ): Promise<CommunityWire>;
  read(as: Actor, communityId: string): Promise<CommunityWire>;
  setVisibility(as: Actor, communityId: string, visibility?: CommunityVisibility): Promise<CommunityVisibility>;
  /** A community with one of each; the pending one asked while it was private. */
  cast(visibility: CommunityVisibility): Promise<Cast>;
  poll(by: Actor, communityId: string, changes?: Partial<Rpc['communities.addPoll']['request']>): Promise<PollWire>;
  /** One page of its polls. */
  polls(as: Actor, communityId: string, status?: PollList): Promise<readonly PollWire[]>;
}

/** A time some minutes from now, for a poll. */
export function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

/** The event of a person's new question. */
export function asked(by: Actor): QaEvent {
  const question = { title: 'Why?', text: 'Well?', tags: [], onlyFollowers: false, communityId: null };
  return { type: 'QuestionAsked', data: { questionId: unknownId, askedBy: by.id, ...question } };
}

/** The event of a person's new answer. */
export function answered(by: Actor): QaEvent {
  return {
    type: 'AnswerPosted',
    data: { answerId: unknownId, questionId: unknownId, answeredBy: by.id, text: 'So.' },
  };
}

/** Starts communities on its own database. */
export async function startCommunities(): Promise<CommunitiesWorld> {
  const world = await startServiceWorld(communitiesDefinition);
  let made = 0;
  const { call } = world;
  const people: CommunitiesWorld['people'] = async (...names) => {
    const all = await world.people(...names);
    await world.append('qa', ...names.map(personOf).flatMap((person) => [asked(person), answered(person)]));
    return all;
  };
  const create = async (by: Actor, visibility: CommunityVisibility = 'public', name?: string): Promise<string> => {
    made += 1;
    const request = { name: name ?? `Community ${made}`, description: 'About things', visibility };
    return (await call('communities.create', request, { as: by })).reply._id;
  };
  const change: CommunitiesWorld['change'] = async (as, communityId, list, action, whom = as) =>
    (await call('communities.changeMembership', { communityId, list, action, username: whom.name }, { as })).reply;
  const setVisibility: CommunitiesWorld['setVisibility'] = async (as, communityId, visibility) => {
    const request = { communityId, ...(visibility ? { visibility } : {}) };
    return (await call('communities.changeVisibility', request, { as })).reply.visibility;
  };
  const read = async (as: Actor, communityId: string): Promise<CommunityWire> =>
    (await call('communities.getCommunity', { communityId }, { as })).reply;
  return {
    ...world,
    identity: (...events) => world.append('identity', ...events),
    qa: (...events) => world.append('qa', ...events),
    people,
    create,
    change,
    setVisibility,
    read,
    async cast(visibility) {
      made += 1;
      const named = ['Owner', 'Moderator', 'Member', 'Banned', 'Pending', 'Other'].map((kind) => `${kind} ${made}`);
      const [owner, moderator, member, banned, pending, other] = (await people(...named)) as [
        ...[Actor, Actor, Actor, Actor, Actor, Actor],
      ];
      const id = await create(owner);
      for (const person of [moderator, member]) await change(person, id, 'members', 'add');
      await change(owner, id, 'moderators', 'add', moderator);
      await change(owner, id, 'bannedMembers', 'add', banned);
      await setVisibility(owner, id, 'private');
      await change(pending, id, 'pendingMembers', 'add');
      if (visibility === 'public') {
        await setVisibility(owner, id, 'public');
        await until('nobody waits', async () => (await read(owner, id)).pendingMembers.length === 0);
        await change(owner, id, 'members', 'remove', pending);
      }
      return { id, owner, moderator, member, banned, pending, other };
    },
    async poll(by, communityId, changes = {}) {
      const request = { communityId, questionText: 'Tea?', options: ['Yes', 'No'], expiresAt: minutesFromNow(60) };
      return (await call('communities.addPoll', { ...request, ...changes }, { as: by })).reply;
    },
    polls: async (as, communityId, status = 'active') =>
      (await call('communities.getPolls', { communityId, status, limit: limits.page.greatest }, { as })).reply.rows,
  };
}
