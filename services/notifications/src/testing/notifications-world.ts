import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { Actor, AnyEvent, Source } from '@parlour/contracts/envelope';
import type { GamesEvent } from '@parlour/contracts/games/games';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { NotificationType, NotificationWire } from '@parlour/contracts/notifications/notifications';
import type { GetNotifications } from '@parlour/contracts/notifications/notifications.requests';
import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import type { CallResult, Page, Rpc, RpcName } from '@parlour/contracts/rpc';
import { viewConsumerName } from '@parlour/kernel/consumer/applied-positions';
import { envelopesOf, type GivenEvent } from '@parlour/kernel/testing/envelopes';
import { idOf, personOf, registrationOf } from '@parlour/kernel/testing/people';
import { type CallOptions, type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { notificationsDefinition } from '../notifications.module.ts';

/** A post in the events about its changes; comments are on the question. */
export function postOf<Kind extends PostPlace['kind']>(kind: Kind, id: string, questionId: string, author: Actor) {
  return { kind, id, questionId, answerId: kind === 'answer' ? id : null, author: author.id } as const;
}

/**
 * The running service with helpers for its tests. Published events have just happened, and are
 * applied and decided before it continues.
 */
export interface NotificationsWorld extends ServiceWorld {
  publish(source: 'identity', ...events: readonly GivenEvent<IdentityEvent>[]): Promise<void>;
  publish(source: 'qa', ...events: readonly GivenEvent<QaEvent>[]): Promise<void>;
  publish(source: 'games', ...events: readonly GivenEvent<GamesEvent>[]): Promise<void>;
  publish(source: 'communities', ...events: readonly GivenEvent<CommunitiesEvent>[]): Promise<void>;
  publish(source: 'messaging', ...events: readonly GivenEvent<MessagingEvent>[]): Promise<void>;
  /** The same without waiting. */
  mention(source: Source, ...events: readonly GivenEvent[]): Promise<void>;
  /** The same, of events that the bus does not deliver: they are read from their log later. */
  announce(source: Source, ...events: readonly GivenEvent[]): Promise<void>;
  /** Waits until all published events are applied and decided. */
  settle(): Promise<void>;
  join(...people: readonly Actor[]): Promise<void>;
  /** New people with these names, which end with the number of the test. */
  newcomers<const Names extends readonly string[]>(
    test: number,
    ...names: Names
  ): Promise<{ -readonly [Name in keyof Names]: Actor }>;
  follow(follower: Actor, followed: Actor): Promise<void>;
  unfollow(follower: Actor, followed: Actor): Promise<void>;
  ask(by: Actor, changes?: Partial<Extract<QaEvent, { type: 'QuestionAsked' }>['data']>): Promise<string>;
  /** A person follows a question. */
  watch(by: Actor, questionId: string): Promise<void>;
  answer(by: Actor, questionId: string, text?: string): Promise<string>;
  accept(by: Actor, questionId: string, answerId: string): Promise<void>;
  comment(by: Actor, questionId: string, answerId?: string, text?: string): Promise<string>;
  list(as: Actor, request?: Partial<GetNotifications>): Promise<Page<NotificationWire>>;
  /** The texts of the list. */
  texts(as: Actor): Promise<string[]>;
  unread(as: Actor): Promise<number>;
  remove(as: Actor, id: string, options?: CallOptions & { rows?: 'folded' }): Promise<readonly NotificationWire[]>;
  markRead(as: Actor, upTo: string): Promise<number>;
  /** A person's notification preferences. */
  wanted(as: Actor): Promise<readonly NotificationType[]>;
  want(as: Actor, ...wanted: readonly string[]): Promise<readonly NotificationType[]>;
}

/** The names of this service's parts that follow a log. */
function partsOn(source: Source): readonly string[] {
  const policies = (notificationsDefinition.policies ?? []).filter(({ reactions }) => source in reactions);
  return [viewConsumerName(source), ...policies.map(({ name }) => `policy:${name}:${source}`)];
}

/** Starts notifications on its own database. */
export async function startNotifications(): Promise<NotificationsWorld> {
  const world = await startServiceWorld(notificationsDefinition);
  let made = 0;
  const publishedUpTo = new Map<Source, number>();
  const append = async (source: Source, events: readonly GivenEvent[], delivered: boolean): Promise<void> => {
    publishedUpTo.set(source, (publishedUpTo.get(source) ?? 0) + events.length);
    const now = new Date().toISOString();
    made += 1;
    // Explicit ids: the stand-in logs grow piece by piece.
    const envelopes = envelopesOf(source, events).map((envelope, index) => ({
      ...envelope,
      eventId: idOf(`${source} ${made} ${index}`),
      occurredAt: events[index]?.occurredAt ?? now,
    }));
    await world.foreignEvents(source, envelopes, delivered);
  };
  const mention = (source: Source, ...events: readonly GivenEvent[]): Promise<void> => append(source, events, true);
  const settle = (): Promise<boolean> =>
    until('all published events are decided', async () => {
      const rows = await world.sql<{ consumer: string; position: number }>(
        'select consumer, position from checkpoints',
      );
      const at = (consumer: string): number => rows.find((row) => row.consumer === consumer)?.position ?? 0;
      return [...publishedUpTo].every(([source, count]) => partsOn(source).every((part) => at(part) >= count));
    });
  const publish = async (source: Source, ...events: readonly GivenEvent<AnyEvent>[]): Promise<void> => {
    await mention(source, ...events);
    await settle();
  };
  const call = <Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    options: CallOptions = {},
  ): Promise<CallResult<Name>> => world.call(name, request, options);
  const list = async (as: Actor, request: object = {}): Promise<Page<NotificationWire>> =>
    (await call('notifications.getNotifications', { limit: 100, ...request }, { as })).reply;
  const join = (...people: readonly Actor[]): Promise<void> => publish('identity', ...people.map(registrationOf));
  return {
    ...world,
    publish,
    mention,
    announce: (source, ...events) => append(source, events, false),
    settle: async () => void (await settle()),
    join,
    async newcomers<const Names extends readonly string[]>(test: number, ...names: Names) {
      const people = names.map((name) => personOf(`${name}${test}`));
      await join(...people);
      return people as { -readonly [Name in keyof Names]: Actor }; // one for each name
    },
    follow: (follower, followed) =>
      publish('identity', { type: 'UserFollowed', data: { followerId: follower.id, followedId: followed.id } }),
    unfollow: (follower, followed) =>
      publish('identity', { type: 'UserUnfollowed', data: { followerId: follower.id, followedId: followed.id } }),
    async ask(by, changes = {}) {
      const questionId = idOf(`question ${(made += 1)}`);
      const common = { title: 'Why?', text: 'Well?', tags: [], onlyFollowers: false, communityId: null };
      await publish('qa', { type: 'QuestionAsked', data: { questionId, askedBy: by.id, ...common, ...changes } });
      return questionId;
    },
    watch: (by, questionId) => publish('qa', { type: 'QuestionFollowed', data: { questionId, userId: by.id } }),
    async answer(by, questionId, text = 'So.') {
      const answerId = idOf(`answer ${(made += 1)}`);
      await publish('qa', { type: 'AnswerPosted', data: { answerId, questionId, answeredBy: by.id, text } });
      return answerId;
    },
    accept: (by, questionId, answerId) =>
      publish('qa', {
        type: 'AnswerAccepted',
        data: { questionId, answerId, acceptedBy: by.id, before: null },
      }),
    async comment(by, questionId, answerId = undefined, text = 'Oh?') {
      const commentId = idOf(`comment ${(made += 1)}`);
      const data = { commentId, questionId, answerId: answerId ?? null, commentedBy: by.id, text };
      await publish('qa', { type: 'CommentPosted', data });
      return commentId;
    },
    list,
    texts: async (as) => (await list(as)).rows.map((row) => row.message),
    unread: async (as) => (await call('notifications.unread', {}, { as })).reply.unread,
    remove: async (as, id, { rows, ...options } = {}) =>
      (await call('notifications.delete', { id, ...(rows && { rows }) }, { as, ...options })).reply.deleted,
    markRead: async (as, upTo) => (await call('notifications.markRead', { upTo }, { as })).reply.unread,
    wanted: async (as) => (await call('notifications.getPreferences', {}, { as })).reply.wanted,
    want: async (as, ...wanted) => (await call('notifications.changePreferences', { wanted }, { as })).reply.wanted,
  };
}
