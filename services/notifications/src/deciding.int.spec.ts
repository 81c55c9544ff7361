import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MembershipStatus, MembershipStatusReason } from '@parlour/contracts/communities/communities';
import type { Actor, Source } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { type RetriedLetters, retryAllDeadLetters } from '@parlour/kernel/consumer/dead-letters';
import { Commands } from '@parlour/kernel/log/commands';
import { metricsText } from '@parlour/kernel/metrics/metrics';
import { eventTypes } from '@parlour/contracts/event-types';
import { consumersOf, openService } from '@parlour/kernel/service/service-module';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { idOf, personOf } from '@parlour/kernel/testing/people';
import { notifyPolicy } from './notification/notify.ts';
import { notificationsDefinition } from './notifications.module.ts';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
let ann: Actor, ben: Actor, cay: Actor;
let tests = 0;

beforeAll(async () => {
  world = await startNotifications();
});
afterAll(() => world.close());
beforeEach(async () => {
  tests += 1;
  [ann, ben, cay] = await world.newcomers(tests, 'Ann', 'Ben', 'Cay');
});

async function tooOld(source: Source): Promise<number> {
  const sample = new RegExp(`^parlour_too_old_to_notify_total\\{source="${source}"\\} (\\d+)$`, 'mu');
  return Number(sample.exec(await metricsText())?.[1] ?? 0);
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const followed = (follower: Actor, person: Actor) =>
  ({ type: 'UserFollowed', data: { followerId: follower.id, followedId: person.id } }) as const;

describe('[BM-20, M-17] a blocked person', () => {
  const block = (type: 'UserBlocked' | 'UserUnblocked') =>
    world.publish('identity', { type, data: { blockerId: ann.id, blockedId: ben.id } });

  test('notifies the blocker of nothing, and others as before, until the block is lifted', async () => {
    const question = await world.ask(ann);
    await world.watch(cay, question);
    await block('UserBlocked');
    await world.answer(ben, question);
    await world.comment(ben, question);
    await world.publish('identity', followed(ben, ann));
    expect(await world.texts(ann)).toEqual([]);
    expect(await world.unread(ann)).toBe(0);
    expect(await world.texts(cay)).toHaveLength(2);
    expect((await world.liveMessages()).filter(({ to }) => to.includes(`user:${ann.id}`))).toEqual([]);
    await block('UserUnblocked');
    await world.answer(ben, question);
    expect(await world.texts(ann)).toHaveLength(1);
  });

  test('is not shown in earlier notifications either, nor counted, until the block is lifted', async () => {
    const question = await world.ask(ann);
    await world.answer(ben, question);
    await world.answer(cay, question);
    await world.publish('identity', followed(ben, ann));
    const [before, count] = [await world.texts(ann), await world.unread(ann)];
    expect(before).toHaveLength(3);
    await block('UserBlocked');
    expect((await world.list(ann)).rows.map(({ actor }) => actor)).toEqual([cay.name]);
    expect(await world.unread(ann)).toBe(count - 2);
    await block('UserUnblocked');
    expect([await world.texts(ann), await world.unread(ann)]).toEqual([before, count]);
  });

  test('is notified by the blocker as before: what is missing would tell', async () => {
    const question = await world.ask(ben);
    await block('UserBlocked');
    await world.answer(ann, question);
    expect(await world.texts(ben)).toHaveLength(1);
  });
});

describe('an event', () => {
  test('[N-19] more than a day older than the newest of its log notifies nobody, and is counted', async () => {
    const occurredAt = hoursAgo(23);
    const before = await tooOld('identity');
    const looks: string[] = [];
    world.database.onStatement = (name) => looks.push(name);
    await world.publish(
      'identity',
      { ...followed(ben, ann), occurredAt: hoursAgo(24 * 365) },
      { ...followed(cay, ann), occurredAt },
      { type: 'BiographyUpdated', data: { userId: cay.id } },
    );
    expect(await world.texts(ann)).toEqual([`${cay.name} is now following you`]);
    // It has the event's own time.
    expect((await world.list(ann)).rows).toMatchObject([{ notifyDateTime: occurredAt }]);
    expect((await tooOld('identity')) - before).toBe(1);
    world.database.onStatement = undefined;
    // A history of years costs no query per event.
    expect(looks.filter((name) => name === 'notify.look')).toHaveLength(1);
  });

  test('[N-19] after a clock that was days ahead, notifies as before', async () => {
    await world.publish('identity', { ...followed(ben, ann), occurredAt: hoursAgo(-24 * 9) });
    await world.publish('identity', followed(cay, ann));
    expect(await world.texts(ann)).toEqual([`${cay.name} is now following you`, `${ben.name} is now following you`]);
  });

  test('[N-19] is as new as its log, however long ago by the clock: nothing came after it', async () => {
    await world.publish('identity', { ...followed(ben, ann), occurredAt: hoursAgo(24 * 5) });
    expect(await world.texts(ann)).toEqual([`${ben.name} is now following you`]);
  });

  test('waits until those who block, follow and are members are known, as after a stop', async () => {
    const connection = world.databases.connections.notifications;
    const { database, log } = await openService(notificationsDefinition, { connection, logger: silentLogger });
    const commands = new Commands(log);
    const occurredAt = new Date().toISOString();
    const cause = { eventId: idOf(`event ${tests}`), source: 'identity', position: 1 } as const;
    const notice = { actorId: ben.id, ...cause, occurredAt };
    const origin = { route: 'notifying', actor: null, commandId: idOf(`command ${tests}`), key: null, occurredAt };
    const decide = (read: readonly Source[]): Promise<unknown> =>
      notifyPolicy().execute(
        { type: 'NotifyOfFollower', ...notice, userId: ann.id },
        { ...origin, correlationId: notice.eventId, causationId: notice.eventId },
        { commands, database, hasRead: (source) => read.includes(source) },
      );
    try {
      await expect(decide(['communities'])).rejects.toMatchObject({ code: 'service.unavailable' });
      await expect(decide(['identity'])).rejects.toMatchObject({ code: 'service.unavailable' });
      expect(await world.texts(ann)).toEqual([]);
      await decide(['identity', 'communities']);
      expect(await world.texts(ann)).toEqual([`${ben.name} is now following you`]);
    } finally {
      await database.close();
    }
  });

  test('[N-2] notifies once, even if it is repeated long after the command’s key expired', async () => {
    const question = await world.ask(ann);
    for (const person of [ben, cay]) await world.watch(person, question);
    await world.answer(ben, question);
    await world.remove(ann, question);
    await world.sql('delete from commands');
    await world.sql(`update checkpoints set position = 0 where consumer = 'policy:notifying:qa'`);
    // The next event finds the gap, and all are decided again.
    await world.watch(ann, question);
    expect(await world.texts(ann)).toEqual([]);
    expect(await world.texts(cay)).toHaveLength(1);
  });

  test('[N-2] that repeats a request to join notifies if a decision ended the earlier one', async () => {
    const communityId = idOf(`community ${tests}`);
    const data = { communityId, name: 'Bakers', description: '', ownerId: ann.id, visibility: 'private' } as const;
    await world.publish('communities', { type: 'CommunityCreated', data });
    const changed = (standing: MembershipStatus, reason: MembershipStatusReason, before: MembershipStatus) =>
      world.publish('communities', {
        type: 'StandingChanged',
        data: { communityId, userId: ben.id, before, standing, reason, by: ben.id, name: 'Bakers', leaders: [ann.id] },
      });
    const request = async (): Promise<number> => {
      await changed('pending', 'requested', 'none');
      return (await world.list(ann)).total;
    };
    // Decisions count for those who are not notified of them too.
    await world.want(ben);
    expect(await request()).toBe(1);
    await changed('none', 'denied', 'pending');
    expect(await request()).toBe(2);
    await changed('none', 'withdrawn', 'pending');
    expect(await request()).toBe(2);
    await changed('member', 'approved', 'pending');
    await changed('none', 'left', 'member');
    expect(await request()).toBe(3);
  });

  test('[C-12] of a request reaches, and stays readable for, only those who lead the community', async () => {
    const communityId = idOf(`led ${tests}`);
    const data = { communityId, name: 'Bakers', description: '', ownerId: ann.id, visibility: 'public' } as const;
    await world.publish('communities', { type: 'CommunityCreated', data });
    const stand = (person: Actor, standing: MembershipStatus, reason: MembershipStatusReason) =>
      world.publish('communities', {
        type: 'StandingChanged',
        data: {
          ...{ communityId, userId: person.id, before: 'none', standing, reason, by: person.id, name: 'Bakers' },
          leaders: [ann.id, cay.id],
        },
      });
    const dan = personOf(`Dan${tests}`);
    await world.join(dan);
    await stand(cay, 'moderator', 'moderatorAdded');
    await stand(ben, 'pending', 'requested');
    expect([(await world.texts(ann)).length, (await world.texts(cay)).length]).toEqual([1, 1]);
    await stand(cay, 'member', 'moderatorRemoved');
    // The event still names them: it was decided before they were demoted.
    await stand(dan, 'pending', 'requested');
    expect([(await world.texts(ann)).length, (await world.texts(cay)).length]).toEqual([2, 0]);
    expect(await world.unread(cay)).toBe(0);
    await stand(cay, 'moderator', 'moderatorAdded');
    expect(await world.texts(cay)).toHaveLength(1);
  });

  test('can notify more people than one transaction takes', async () => {
    const question = await world.ask(ann);
    const crowd = Array.from({ length: 230 }, (_, n) => personOf(`Reader ${tests} ${n}`));
    await world.join(...crowd);
    await world.publish(
      'qa',
      ...crowd.map(({ id }): QaEvent => ({ type: 'QuestionFollowed', data: { questionId: question, userId: id } })),
    );
    await world.answer(ben, question);
    const [row] = await world.sql<{ people: number }>(
      'select count(distinct user_id) as people from notifications where target_id = $1',
      [question],
    );
    expect(row?.people).toBe(231);
  });
});

const lockWaits = `select pid from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

test('is decided once the views have applied it', async () => {
  // The views are stuck, as if far behind: their checkpoint is locked.
  const question = idOf(`held question ${tests}`);
  const asked: QaEvent = {
    type: 'QuestionAsked',
    data: {
      questionId: question,
      askedBy: ann.id,
      title: 'Late?',
      text: 'Well?',
      tags: [],
      onlyFollowers: false,
      communityId: null,
    },
  };
  const answered: QaEvent = {
    type: 'AnswerPosted',
    data: { answerId: idOf(`held answer ${tests}`), questionId: question, answeredBy: ben.id, text: 'So.' },
  };
  const held = world.database.dataSource.createQueryRunner();
  await held.connect();
  await held.startTransaction();
  await held.query(`set local idle_in_transaction_session_timeout = 0`);
  await held.query(`select position from checkpoints where consumer = 'views:qa' for update`);
  const heads = await world.sql('select position from head');
  await world.mention('qa', asked, answered);
  const looks: string[] = [];
  world.database.onStatement = (name) => looks.push(name);
  await until('the views wait', async (saw) => saw(await world.sql(lockWaits)).length > 0);
  expect(looks).not.toContain('recipients.ofQuestion');
  expect(await world.sql('select position from head')).toEqual(heads);
  await held.commitTransaction();
  await held.release();
  await world.settle();
  world.database.onStatement = undefined;
  expect(await world.texts(ann)).toEqual(['New answer to "Late?"']);
});

test('an invitation by an unknown person waits for their name', async () => {
  const newcomer = personOf(`Newcomer${tests}`);
  await world.mention('games', {
    type: 'PlayersInvited',
    data: { gameId: idOf(`game ${tests}`), gameType: 'Nim', invitedBy: newcomer.id, userIds: [ann.id] },
  });
  const looks: string[] = [];
  world.database.onStatement = (name) => looks.push(name);
  await until('it was looked for', () => looks.filter((name) => name === 'notify.look').length > 1);
  world.database.onStatement = undefined;
  expect(await world.texts(ann)).toEqual([]);
  await world.join(newcomer);
  await world.settle();
  expect(await world.texts(ann)).toEqual([`${newcomer.name} invited you to a game of Nim`]);
});

describe('live messages', () => {
  const own = (published: readonly LiveMessage[], person: Actor): readonly LiveMessage[] =>
    published.filter(({ to }) => to.includes(`user:${person.id}`));

  test('send a notification to its recipient, as their list shows it', async () => {
    const before = (await world.liveMessages()).length;
    await world.follow(ben, ann);
    const published = (await world.liveMessages()).slice(before);
    const [notification] = (await world.list(ann)).rows;
    expect(published).toEqual([
      { to: [`user:${ann.id}`], event: 'notification', payload: notification, position: expect.any(Number) },
    ]);
  });

  test('send the unread count to other tabs after reading or deleting', async () => {
    for (const person of [ben, cay]) await world.follow(person, ann);
    const [newest, oldest] = (await world.list(ann)).rows.map((row) => row._id) as [string, string];
    const before = own(await world.liveMessages(), ann).length;
    await world.markRead(ann, oldest);
    await world.remove(ann, newest);
    const published = own(await world.liveMessages(), ann).slice(before);
    expect(published.map(({ event, to }) => [event, to])).toEqual([
      ['notificationsUpdate', [`user:${ann.id}`]],
      ['notificationsUpdate', [`user:${ann.id}`]],
    ]);
    expect(published.at(-1)?.payload).toEqual({ unread: 0 });
  });
});

// The last test, because a silenced source stays silent.
test('show followers-only content to its author only while identity is silent', async () => {
  await world.follow(ben, ann);
  const question = await world.ask(ann, { onlyFollowers: true, title: 'Secret' });
  await world.watch(ben, question);
  await world.answer(ann, question);
  expect(await world.texts(ben)).toEqual(['New answer to "Secret"']);
  world.silence();
  await until('the follower cannot see it', async (saw) => saw(await world.texts(ben)).length === 0);
  expect(await world.unread(ben)).toBe(0);
  const before = (await world.liveMessages()).length;
  await world.answer(ben, question);
  await world.comment(ann, question);
  expect(await world.texts(ann)).toContain('New answer to "Secret"');
  const published = (await world.liveMessages()).slice(before);
  expect(published.map(({ to }) => to)).toEqual([[`user:${ann.id}`]]);
});

describe('events that the views have parked', () => {
  const parked = (): Promise<{ consumer: string }[]> =>
    world.sql('select distinct consumer from dead_letters order by consumer');

  /** Ann asks, Ben follows, Cay answers, Ben comments on the answer; all concern the question. */
  async function talk(question: string, answerId: string): Promise<void> {
    const asked = { title: 'Why?', text: 'Well?', tags: [], onlyFollowers: false, communityId: null };
    const comment = { commentId: idOf(`comment on ${answerId}`), commentedBy: ben.id, text: 'Oh?' };
    const events: QaEvent[] = [
      { type: 'QuestionAsked', data: { questionId: question, askedBy: ann.id, ...asked } },
      { type: 'QuestionFollowed', data: { questionId: question, userId: ben.id } },
      { type: 'AnswerPosted', data: { answerId, questionId: question, answeredBy: cay.id, text: 'So.' } },
      { type: 'CommentPosted', data: { ...comment, questionId: question, answerId } },
    ];
    await world.publish('qa', ...events.map((event) => ({ ...event, orderingKey: question })));
  }

  async function retryAll(): Promise<RetriedLetters> {
    const connection = world.databases.connections.notifications;
    const { database, log } = await openService(notificationsDefinition, { connection, logger: silentLogger });
    const commands = new Commands(log);
    const all = consumersOf(notificationsDefinition, { commands, database }).map((definition) => ({
      definition,
      types: eventTypes[definition.source],
      feed: world.feedOf(definition.source),
    }));
    try {
      return await retryAllDeadLetters(database, all);
    } finally {
      await database.close();
    }
  }

  const notified = (): Promise<string[][]> => Promise.all([ann, ben, cay].map((person) => world.texts(person)));

  test.each(['questions', 'question_followers', 'answers'])(
    'wait for their retry, and no notification is lost: %s',
    async (table) => {
      await talk(idOf(`sound ${tests}`), idOf(`sound answer ${tests}`));
      const sound = await notified();
      expect(sound.map((texts) => texts.length)).toEqual([1, 1, 1]);

      await world.sql(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
      await world.sql(`create trigger fails before insert on ${table} for each row execute function fail()`);
      await talk(idOf(`parked ${tests}`), idOf(`parked answer ${tests}`));
      expect(await parked()).toEqual([{ consumer: 'policy:notifying:qa' }, { consumer: 'views:qa' }]);
      await world.sql('drop function fail cascade');

      expect(await retryAll()).toMatchObject({ failures: [] });
      expect(await parked()).toEqual([]);
      expect(await notified()).toEqual(sound.map((texts) => [...texts, ...texts]));
    },
  );
});
