import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { Reported } from '@parlour/contracts/reports';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { messagingDefinition } from '../messaging.module.ts';

const people = ['Ann', 'Ben', 'Cay', 'Olga'].map((name, index): Actor => ({
  id: `01890000-0000-7000-8000-00000000000${index}`,
  name,
}));
const [ann, ben, cay, olga] = people as [Actor, Actor, Actor, Actor];

let world: ServiceWorld;
let identity = 0;
const after = (as: Actor) => ({ as, minPositions: { identity } });

async function happens(type: string, data: object): Promise<void> {
  identity += 1;
  await world.foreignEvents('identity', envelopesOf('identity', [{ type, data }]));
}

beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  for (const { id, name } of people) await happens('UserRegistered', { userId: id, name });
  await happens('OperatorAdded', { userId: olga.id });
});
afterAll(() => world.close());

async function describeTo(as: Actor, granted: boolean, ...ids: readonly string[]): Promise<(Reported | null)[]> {
  const things = ids.map((id) => ({ type: 'message', id }) as const);
  return [...(await world.call('messaging.getReported', { things, granted }, after(as))).reply.things];
}

test('[BM-21, M-20] a message of a chat is known to those in it; a report shows it, with the one before, to operators', async () => {
  const request = { participants: ['Ann', 'Ben'], messages: ['**First**', 'Second', 'Third'] };
  const chat = (await world.call('messaging.createChat', request, after(ann))).reply;
  const [, second = '', third = ''] = chat.messages.map(({ _id }) => _id);
  const about = { title: '', excerpt: 'Second', deleted: null, at: expect.any(String) };
  const place = { personId: ann.id, communityId: null, placeId: chat._id, removable: false };
  expect(await describeTo(ben, false, second)).toEqual([
    { ...about, ...place, before: null, url: `/messaging/direct-message?chat=${chat._id}&message=${second}` },
  ]);
  for (const stranger of [cay, olga]) expect(await describeTo(stranger, false, second)).toEqual([null]);
  expect(await describeTo(cay, true, second)).toEqual([null]);
  expect(await describeTo(olga, true, second)).toEqual([
    { ...about, ...place, before: { by: 'Ann', excerpt: 'First' }, url: null },
  ]);
  await world.call('messaging.deleteMessage', { mid: third, reason: '' }, after(ann));
  expect(await describeTo(ben, false, third)).toEqual([null]);
  expect(await describeTo(olga, true, third)).toMatchObject([
    { deleted: 'author', excerpt: '', before: { excerpt: 'Second' } },
  ]);
});

test('[BM-21] everybody reports messages of the global room; operators can remove them', async () => {
  const { _id } = (await world.call('messaging.addMessage', { msg: 'Buy!' }, after(ann))).reply;
  const url = `/messaging?message=${_id}`;
  expect(await describeTo(cay, false, _id)).toMatchObject([
    { excerpt: 'Buy!', url, placeId: 'global', removable: false },
  ]);
  expect(await describeTo(olga, true, _id)).toMatchObject([
    { title: 'Global Messages', removable: true, before: null },
  ]);
});
