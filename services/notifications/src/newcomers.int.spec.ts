import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { ApprovalRequested } from '@parlour/contracts/identity/approval';
import { idOf, personOf } from '@parlour/kernel/testing/people';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
const [ann, ben, cay] = ['Ann', 'Ben', 'Cay'].map(personOf) as [Actor, Actor, Actor];

beforeAll(async () => {
  world = await startNotifications();
  await world.join(ann, ben, cay);
});
afterAll(() => world.close());

const asked = (name: string): ApprovalRequested => ({ type: 'ApprovalRequested', data: { userId: idOf(name) } });

test('[IN-3] operators alone are told of people who wait, in one row, and only while they are operators', async () => {
  for (const { id: userId } of [ann, ben]) await world.publish('identity', { type: 'OperatorAdded', data: { userId } });
  await world.publish('identity', asked('Zoe'));
  const only = { type: 'request', id: 'site', message: 'Somebody wants to join this site' };
  expect((await world.list(ann)).rows).toMatchObject([only]);
  await world.publish('identity', asked('Yan'));
  const both = { ...only, message: '2 requests to join this site', count: 2 };
  for (const operator of [ann, ben]) {
    const { rows, total } = await world.list(operator, { rows: 'folded' });
    expect([rows.length, total]).toEqual([1, 1]);
    expect(rows).toMatchObject([both]);
  }
  expect(await world.texts(cay)).toEqual([]);
  await world.publish('identity', { type: 'OperatorRemoved', data: { userId: ben.id } });
  expect(await world.texts(ben)).toEqual([]);
  expect(await world.unread(ben)).toBe(0);
});

test('[IN-3] operators who want no requests to join get none of these', async () => {
  const { rows } = await world.list(ann);
  await world.call('notifications.changePreferences', { wanted: ['answer'] }, { as: ann });
  await world.publish('identity', asked('Xia'));
  expect((await world.list(ann)).rows).toEqual(rows);
});
