import { createHash } from 'node:crypto';
import type {
  CommunityList,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  PollList,
  PollWire,
} from '@parlour/contracts/communities';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { LiveMessage } from '@parlour/contracts/live';
import { limits } from '@parlour/contracts/limits';
import type { QaEvent } from '@parlour/contracts/qa.events';
import type { CallResult, Rpc, RpcName } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type CallOptions, type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { communitiesDefinition } from '../communities.module.ts';

/** An unknown id. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** The errors that hide a community, or its content. */
export const noCommunity = { code: 'community.unknown', message: 'Community not found' };

/** A person by name, with a fixed id. */
export function personOf(name: string): Actor {
  const digits = createHash('sha1').update(name).digest('hex').slice(0, 12);
  return { id: `01890000-0000-7000-8000-${digits}`, name };
}

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
  people(...names: readonly string[]): Promise<Actor[]>;
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
  /** All live messages, once everything committed is published. */
  liveMessages(): Promise<readonly LiveMessage[]>;
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A time some minutes from now, for a poll. */
export function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const registered = ({ id: userId, name }: Actor): IdentityEvent => ({ type: 'UserRegistered', data: { userId, name } });

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
  const publishedUpTo = { identity: 0, qa: 0 };
  let made = 0;
  let stated = 0;
  const call = <Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    options: CallOptions = {},
  ): Promise<CallResult<Name>> => world.call(name, request, { minPositions: { ...publishedUpTo }, ...options });
  const identity = async (...events: readonly IdentityEvent[]): Promise<void> => {
    publishedUpTo.identity += events.length;
    await world.foreignEvents('identity', envelopesOf('identity', events));
  };
  const qa = async (...events: readonly QaEvent[]): Promise<void> => {
    publishedUpTo.qa += events.length;
    await world.foreignEvents('qa', envelopesOf('qa', events));
  };
  const people = async (...names: readonly string[]): Promise<Actor[]> => {
    const all = names.map(personOf);
    await identity(...all.map(registered));
    await qa(...all.flatMap((person) => [asked(person), answered(person)]));
    return all;
  };
  const create = async (by: Actor, visibility: CommunityVisibility = 'public', name?: string): Promise<string> => {
    made += 1;
    const request = { name: name ?? `Community ${made}`, description: 'About things', visibility };
    return (await call('communities.create', request, { as: by })).reply._id;
  };
  const change: CommunitiesWorld['change'] = async (as, communityId, list, action, whom = as) =>
    (await call('communities.changeMembership', { communityId, list, action, username: whom.name }, { as })).reply;
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    stated += 1;
    return world.database.query<Row>(statement(`test.${stated}`, text), values);
  };
  const setVisibility: CommunitiesWorld['setVisibility'] = async (as, communityId, visibility) => {
    const request = { communityId, ...(visibility ? { visibility } : {}) };
    return (await call('communities.changeVisibility', request, { as })).reply.visibility;
  };
  const read = async (as: Actor, communityId: string): Promise<CommunityWire> =>
    (await call('communities.getCommunity', { communityId }, { as })).reply;
  return {
    ...world,
    call,
    identity,
    qa,
    people,
    create,
    change,
    sql,
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
    async liveMessages() {
      const [head] = await sql<{ position: number }>('select position from head');
      await until(
        'everything committed is published',
        () => (world.published.at(-1)?.upTo ?? 0) >= (head?.position ?? 0),
      );
      return world.published.flatMap((batch) => batch.messages);
    },
  };
}
