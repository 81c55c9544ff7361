import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { messagingDefinition } from './messaging.module.ts';

const people = ['Ann', 'Ben', 'Cay', 'Dan'].map((name, index): Actor => ({
  id: `01890000-0000-7000-8000-00000000000${index}`,
  name,
}));
const [ann, ben, cay, dan] = people as [Actor, Actor, Actor, Actor];

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  const joined = people.map(({ id, name }) => ({ type: 'UserRegistered', data: { userId: id, name } }));
  await world.foreignEvents('identity', envelopesOf('identity', joined));
});
afterAll(() => world.close());

const after = (as: Actor) => ({ as, minPositions: { identity: people.length } });

async function acquaintedWith(who: Actor): Promise<readonly string[]> {
  const usernames = ['ANN', 'Ben', 'Cay', 'Dan', 'Nobody'];
  return (await world.call('messaging.acquainted', { usernames }, after(who))).reply.userIds;
}

test('[BG-4, P-9] who shares a chat with somebody, until one of them leaves it', async () => {
  await world.call('messaging.createChat', { participants: ['Ann', 'Ben'], messages: [] }, after(ann));
  const request = { participants: ['Ann', 'Ben', 'Cay'], messages: [] };
  const { reply: group } = await world.call('messaging.createChat', request, after(ann));
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id, cay.id]);
  expect((await acquaintedWith(cay)).toSorted()).toEqual([ann.id, ben.id, cay.id]);
  expect(await acquaintedWith(dan)).toEqual([]);
  await world.call('messaging.leave', { chatId: group._id }, after(cay));
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);
  expect(await acquaintedWith(cay)).toEqual([]);
});
