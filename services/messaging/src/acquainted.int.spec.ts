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

async function begin(...members: readonly Actor[]): Promise<string> {
  const request = { participants: members.map(({ name }) => name), messages: [] };
  return (await world.call('messaging.createChat', request, after(members[0]!))).reply._id; // never empty
}

async function say(who: Actor, chatId: string): Promise<void> {
  await world.call('messaging.addChatMessage', { chatId, msg: 'Hi' }, after(who));
}

test('[BG-4, P-9] who has written in a chat with somebody, until one of them leaves it', async () => {
  const pair = await begin(ann, ben);
  expect(await acquaintedWith(ann)).toEqual([]);
  await say(ann, pair);
  expect(await acquaintedWith(ann)).toEqual([ann.id]);
  expect(await acquaintedWith(ben)).toEqual([ann.id]);
  await say(ben, pair);
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);

  const group = await begin(ann, ben, cay);
  expect(await acquaintedWith(cay)).toEqual([]);
  await world.call('messaging.rename', { chatId: group, name: 'Us' }, after(ben));
  expect(await acquaintedWith(cay)).toEqual([]);
  for (const member of [ben, cay]) await say(member, group);
  expect((await acquaintedWith(cay)).toSorted()).toEqual([ben.id, cay.id]);
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id, cay.id]);
  expect(await acquaintedWith(dan)).toEqual([]);
  await world.call('messaging.leave', { chatId: group }, after(cay));
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);
  expect(await acquaintedWith(cay)).toEqual([]);
  // Whoever is taken in again has not said anything since.
  await world.call('messaging.addParticipant', { chatId: group, username: 'Cay' }, after(ann));
  expect((await acquaintedWith(ann)).toSorted()).toEqual([ann.id, ben.id]);
});
