import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
let ann: Actor, ben: Actor;
let tests = 0;

beforeAll(async () => {
  world = await startNotifications();
});
afterAll(() => world.close());
beforeEach(async () => {
  tests += 1;
  [ann, ben] = await world.newcomers(tests, 'Ann', 'Ben');
});

const unreadAfter = async (name: 'readAll' | 'deleteAll' | 'restore', as: Actor = ann) =>
  (await world.call(`notifications.${name}`, {}, { as })).reply.unread;
const view = async (id: string | undefined, as: Actor = ann) =>
  (await world.call('notifications.view', { id: id ?? '' }, { as })).reply.unread;
const readsOf = async (as: Actor = ann) => (await world.list(as)).rows.map(({ isRead }) => isRead);

/** Ben comments on a question of Ann’s so many times. */
async function comments(times: number): Promise<string> {
  const question = await world.ask(ann);
  for (let made = 0; made < times; made += 1) await world.comment(ben, question);
  return question;
}

describe('[BN-2, U-15] all notifications', () => {
  test('are read, also those behind one that was viewed; and there may be none', async () => {
    expect(await unreadAfter('readAll')).toBe(0);
    for (let made = 0; made < 3; made += 1) await comments(1);
    await view((await world.list(ann)).rows[0]?._id);
    expect(await world.unread(ann)).toBe(2);
    expect(await unreadAfter('readAll')).toBe(0);
    expect(await readsOf()).toEqual([true, true, true]);
    await comments(1);
    expect(await readsOf()).toEqual([false, true, true, true]);
  });

  test('are deleted and restored as they were; what arrives meanwhile stays, and nobody else’s is touched', async () => {
    await world.follow(ann, ben);
    const viewed = await comments(1);
    const question = await comments(2);
    const [newest, , oldest] = (await world.list(ann)).rows;
    expect(oldest?.id).toBe(viewed);
    await view(oldest?._id);
    await world.remove(ann, newest?._id ?? '');
    const before = await world.list(ann);
    expect(await unreadAfter('deleteAll')).toBe(0);
    expect(await world.list(ann)).toEqual({ rows: [], total: 0, next: null });
    await expect(world.remove(ann, question)).rejects.toMatchObject({ code: 'notification.unknown' });
    await world.comment(ben, question);
    expect(await world.unread(ann)).toBe(1);
    expect(await unreadAfter('restore')).toBe(2);
    const after = await world.list(ann);
    expect(after.rows.slice(1)).toEqual(before.rows);
    expect(after.rows).toHaveLength(3);
    expect(await world.texts(ben)).toHaveLength(1);
  });

  test('come back as of the last deletion, which had some; once', async () => {
    await comments(1);
    await unreadAfter('deleteAll');
    await comments(1);
    await unreadAfter('deleteAll');
    // There was nothing left: Undo of the deletion before is not lost by it.
    await unreadAfter('deleteAll');
    expect(await unreadAfter('restore')).toBe(1);
    await expect(unreadAfter('restore')).rejects.toMatchObject({ code: 'restore.late' });
    await expect(unreadAfter('restore', ben)).rejects.toMatchObject({ code: 'restore.late' });
    expect(await world.texts(ann)).toHaveLength(1);
  });

  test('come back after two deletions at the same moment, of which the second finds nothing', async () => {
    await comments(2);
    expect(await Promise.all([unreadAfter('deleteAll'), unreadAfter('deleteAll')])).toEqual([0, 0]);
    expect(await unreadAfter('restore')).toBe(2);
  });

  test('tell a person’s tabs', async () => {
    const before = (await world.liveMessages()).length;
    await comments(2);
    await unreadAfter('deleteAll');
    await unreadAfter('restore');
    await unreadAfter('deleteAll');
    const told = (await world.liveMessages()).slice(before).filter(({ event }) => event === 'notificationsUpdate');
    expect(told.map(({ to, payload }) => [to, payload])).toEqual([
      [[`user:${ann.id}`], expect.anything()],
      [[`user:${ann.id}`], expect.anything()],
      [[`user:${ann.id}`], { unread: 0 }],
    ]);
  });
});

test('[BN-2, U-16] View marks one as read, once, and only one’s own', async () => {
  await comments(1);
  await comments(1);
  const [newest] = (await world.list(ann)).rows;
  expect(await view(newest?._id)).toBe(1);
  expect(await view(newest?._id)).toBe(1);
  expect(await readsOf()).toEqual([true, false]);
  await expect(view(newest?._id, ben)).rejects.toMatchObject({ code: 'notification.unknown' });
  expect(await world.remove(ann, newest?._id ?? '')).toHaveLength(1);
});
