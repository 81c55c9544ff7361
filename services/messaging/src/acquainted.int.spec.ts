import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging } from './testing/messaging-world.ts';

const [ann, ben, cay, dan] = peopleOf('Ann', 'Ben', 'Cay', 'Dan');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan);
});
afterAll(() => world.close());

async function acquaintedWith(who: Actor): Promise<readonly string[]> {
  const usernames = ['ANN', 'Ben', 'Cay', 'Dan', 'Nobody'];
  return (await world.call('messaging.acquainted', { usernames }, { as: who })).reply.userIds;
}

test('[BG-4, P-9] who has written in a chat with somebody, until one of them leaves it', async () => {
  const pair = (await world.begin(ann, [ben]))._id;
  expect(await acquaintedWith(ann)).toEqual([]);
  await world.say(ann, pair, 'Hi');
  expect(await acquaintedWith(ann)).toEqual([ann.id]);
  expect(await acquaintedWith(ben)).toEqual([ann.id]);
  await world.say(ben, pair, 'Hi');
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);

  const group = (await world.begin(ann, [ben, cay]))._id;
  expect(await acquaintedWith(cay)).toEqual([]);
  await world.rename(ben, group, 'Us');
  expect(await acquaintedWith(cay)).toEqual([]);
  for (const member of [ben, cay]) await world.say(member, group, 'Hi');
  expect((await acquaintedWith(cay)).toSorted()).toEqual([ben.id, cay.id]);
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id, cay.id]);
  expect(await acquaintedWith(dan)).toEqual([]);
  await world.leave(cay, group);
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);
  expect(await acquaintedWith(cay)).toEqual([]);
  // Whoever is taken in again has not said anything since.
  await world.add(ann, group, 'Cay');
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);
});
