import { idOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
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

const folded = { rows: 'folded' } as const;
const rowsOf = async (as: Actor) =>
  (await world.list(as, folded)).rows.map(({ message, count, isRead }) => [message, count, isRead]);
const view = (id: string | undefined) => world.call('notifications.view', { id: id ?? '' }, { as: ann });

describe('[BN-3, U-14] in a folded list', () => {
  test('unread answers to one question are a row, its comments another; each list has them in full', async () => {
    const [one, other] = [await world.ask(ann, { title: 'One' }), await world.ask(ann, { title: 'Other' })];
    for (const by of [ben, cay, ben]) await world.answer(by, one);
    await world.answer(ben, other);
    for (const by of [cay, ben]) await world.comment(by, one);
    const { rows, total } = await world.list(ann, folded);
    expect(rows.map(({ message, count, actors }) => [message, count, actors])).toEqual([
      ['2 new comments on "One"', 2, [ben.name, cay.name]],
      ['New answer to "Other"', 1, [ben.name]],
      ['3 new answers to "One"', 3, [ben.name, cay.name]],
    ]);
    expect(total).toBe(3);
    const each = await world.list(ann);
    expect(each.total).toBe(6);
    expect(rows[0]).toEqual({
      ...each.rows[0],
      message: '2 new comments on "One"',
      count: 2,
      actors: expect.anything(),
    });
    expect(await world.unread(ann)).toBe(6);
  });

  test('what is read is a row of its own, and View reads a row, no other one', async () => {
    const question = await world.ask(ann, { title: 'One' });
    for (const by of [ben, cay]) await world.answer(by, question);
    await world.comment(ben, question);
    const [, answers] = (await world.list(ann, folded)).rows;
    expect((await view(answers?._id)).reply).toEqual({ unread: 1 });
    await world.answer(ben, question);
    expect(await rowsOf(ann)).toEqual([
      ['New answer to "One"', 1, false],
      ['New comment on "One"', 1, false],
      ['2 new answers to "One"', 2, true],
    ]);
    await world.call('notifications.readAll', {}, { as: ann });
    expect(await rowsOf(ann)).toEqual([
      ['3 new answers to "One"', 3, true],
      ['New comment on "One"', 1, true],
    ]);
  });

  test('and in the list of each, there may be one type only, with its total', async () => {
    const question = await world.ask(ann, { title: 'One' });
    for (const by of [ben, cay]) {
      await world.answer(by, question);
      await world.comment(by, question);
      await world.follow(by, ann);
    }
    const answers = await world.list(ann, { ...folded, type: 'answer' });
    expect(answers.rows.map(({ message }) => message)).toEqual(['2 new answers to "One"']);
    expect([answers.total, answers.next]).toEqual([1, null]);
    const first = await world.list(ann, { limit: 1, type: 'comment' });
    const second = await world.list(ann, { limit: 1, type: 'comment', cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows].map(({ type }) => type)).toEqual(['comment', 'comment']);
    expect([first.total, second.next]).toEqual([2, null]);
    for (const rows of [{}, folded]) {
      expect(await world.list(ann, { ...rows, type: 'mention' })).toEqual({ rows: [], total: 0, next: null });
    }
  });

  test('one follower is one row, and mentions are rows of their own', async () => {
    const question = await world.ask(ben, { text: `@${ann.name}` });
    await world.answer(ben, question, `@${ann.name}`);
    const data = { followerId: ben.id, followedId: ann.id };
    for (const days of [-0.9, 0.2]) {
      const occurredAt = new Date(Date.now() + days * 86_400_000).toISOString();
      await world.publish('identity', { type: 'UserFollowed', data, occurredAt });
      await world.call('notifications.readAll', {}, { as: ann });
    }
    expect(await rowsOf(ann)).toEqual([
      [`${ben.name} is now following you`, 2, true],
      [`${ben.name} mentioned you in "Why?"`, 1, true],
      [`${ben.name} mentioned you in "Why?"`, 1, true],
    ]);
  });

  test('a row is deleted whole, and pages are of rows', async () => {
    const questions = [await world.ask(ann, { title: 'One' }), await world.ask(ann, { title: 'Two' })];
    for (const question of questions) for (const by of [ben, cay]) await world.answer(by, question);
    const first = await world.list(ann, { ...folded, limit: 1 });
    const second = await world.list(ann, { ...folded, limit: 1, cursor: first.next ?? '' });
    expect([first.rows, second.rows].map((rows) => rows.map(({ message }) => message))).toEqual([
      ['2 new answers to "Two"'],
      ['2 new answers to "One"'],
    ]);
    expect([first.total, second.next]).toEqual([2, null]);
    const id = first.rows[0]?._id ?? '';
    await expect(world.remove(ben, id, folded)).rejects.toMatchObject({ code: 'notification.unknown' });
    expect(await world.remove(ann, id, folded)).toHaveLength(2);
    expect(await rowsOf(ann)).toEqual([['2 new answers to "One"', 2, false]]);
    // Without folding, one is deleted.
    expect(await world.remove(ann, second.rows[0]?._id ?? '')).toHaveLength(1);
    expect(await rowsOf(ann)).toEqual([['New answer to "One"', 1, false]]);
  });

  test('what came after a row was shown is neither deleted nor viewed with it', async () => {
    const question = await world.ask(ann, { title: 'One' });
    const answeredAndShown = async () => {
      for (const by of [ben, cay]) await world.answer(by, question);
      const [shown] = (await world.list(ann, folded)).rows;
      await world.answer(ben, question);
      return shown?._id ?? '';
    };
    expect(await world.remove(ann, await answeredAndShown(), folded)).toHaveLength(2);
    expect(await rowsOf(ann)).toEqual([['New answer to "One"', 1, false]]);
    expect((await view(await answeredAndShown())).reply).toEqual({ unread: 1 });
    expect(await rowsOf(ann)).toEqual([
      ['New answer to "One"', 1, false],
      ['3 new answers to "One"', 3, true],
    ]);
  });

  test('[BN-4, N-17] unread requests to join one community are a row, with its latest name', async () => {
    const ask = (by: Actor, communityId: string, name: string) => {
      const news = { communityId: idOf(`${communityId}${tests}`), userId: by.id, by: by.id, name, leaders: [ann.id] };
      const data = { ...news, before: 'none', standing: 'pending', reason: 'requested' } as const;
      return world.publish('communities', { type: 'StandingChanged', data });
    };
    for (const name of ['c1', 'c2']) {
      const data = { communityId: idOf(`${name}${tests}`), name, description: '', ownerId: ann.id };
      await world.publish('communities', { type: 'CommunityCreated', data: { ...data, visibility: 'private' } });
    }
    await ask(ben, 'c1', 'Bakers');
    await ask(ben, 'c2', 'Sailors');
    await ask(cay, 'c1', 'Bread bakers');
    expect((await world.list(ann, folded)).rows.map(({ message, count, actors }) => [message, count, actors])).toEqual([
      ['2 requests to join Bread bakers', 2, [cay.name, ben.name]],
      [`${ben.name} wants to join Sailors`, 1, [ben.name]],
    ]);
    await world.call('notifications.readAll', {}, { as: ann });
    await ask(ben, 'c1', 'Bread bakers');
    expect(await rowsOf(ann)).toEqual([
      [`${ben.name} wants to join Bread bakers`, 1, false],
      ['2 requests to join Bread bakers', 2, true],
      [`${ben.name} wants to join Sailors`, 1, true],
    ]);
    // Each list has them in full.
    expect((await world.list(ann)).total).toBe(4);
    // Whoever withdraws an unread request and repeats it is one.
    for (const by of [ben, ben, cay, cay]) await ask(by, 'c1', 'Bread bakers');
    expect((await rowsOf(ann))[0]).toEqual(['2 requests to join Bread bakers', 2, false]);
    const [row] = (await world.list(ann, folded)).rows;
    await world.remove(ann, row?._id ?? '', folded);
    await ask(ben, 'c1', 'Bread bakers');
    expect((await rowsOf(ann))[0]).toEqual([`${ben.name} wants to join Bread bakers`, 1, false]);
  });
});
