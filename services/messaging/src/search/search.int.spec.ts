import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { FoundWire } from '@parlour/contracts/found';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import type { Search } from '@parlour/contracts/search.requests';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { messagingDefinition } from '../messaging.module.ts';

const person = (name: string, number: number): Actor => ({ id: `01890000-0000-7000-8000-0000000000${number}`, name });
const [ann, ben, cay, dan] = [person('Ann', 10), person('Ben', 11), person('Cay', 12), person('Dan', 13)];

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  const registered = [ann, ben, cay, dan].map(({ id, name }) => ({
    type: 'UserRegistered',
    data: { userId: id, name },
  }));
  await world.foreignEvents('identity', envelopesOf('identity', registered));
  const known = { name: 'test.people', text: 'select count(*)::int as count from people' };
  await until(
    'the people are known',
    async () => (await world.database.query<{ count: number }>(known))[0]?.count === registered.length,
  );
});
afterAll(() => world.close());
beforeEach(async () => {
  const text = 'truncate room_messages, chat_messages, chats, chat_participants';
  await world.database.query({ name: 'test.truncate', text });
});

async function find(as: Actor, q: string, more: Partial<Search> = {}): Promise<readonly FoundWire[]> {
  const request = { q, type: 'messages', order: 'newest', limit: 30, ...more } as const;
  return (await world.call('messaging.search', request, { as })).reply.rows;
}

async function ids(as: Actor, q: string): Promise<string[]> {
  return (await find(as, q)).map(({ id }) => id);
}

async function begin(by: Actor, others: readonly Actor[], text: string): Promise<ChatWire> {
  const request = { participants: [by, ...others].map(({ name }) => name), messages: [text] };
  return (await world.call('messaging.createChat', request, { as: by })).reply;
}

test('[BF-1] messages of the room and of one’s own chats are found, each with its address', async () => {
  const { _id: room } = (await world.call('messaging.addMessage', { msg: 'High tides!' }, { as: ann })).reply;
  const chat = await begin(ann, [ben, cay], 'Low tides?');
  const id = chat.messages[0]!._id;
  const about = { type: 'messages', at: expect.any(String), by: 'Ann' };
  expect(await find(ben, 'tide')).toEqual([
    {
      ...about,
      ...{ id, title: 'Ann, Cay', excerpt: 'Low \u0001tides\u0002?' },
      url: `/messaging/direct-message?chat=${chat._id}&message=${id}`,
    },
    {
      ...about,
      ...{
        id: room,
        title: messages.globalRoom,
        excerpt: 'High \u0001tides\u0002!',
        url: `/messaging?message=${room}`,
      },
    },
  ]);
  expect(await ids(dan, 'tide')).toEqual([room]);
  expect(await find(ben, '"low tide"', { order: 'best' })).toMatchObject([{ id }]);
  expect(await ids(ben, 'tide -high')).toEqual([id]);
  expect(await ids(ben, 'user:ann')).toEqual([id, room]);
  expect(await ids(dan, 'user:ann')).toEqual([room]);
  expect(await ids(ann, 'is:mine low')).toEqual([id]);
  for (const q of ['is:mine', 'user:nobody', '[sea] tide', 'tide is:accepted', ''])
    expect(await ids(ben, q)).toEqual([]);
});

test('[BF-1, S-15] not those of others’ chats, of a chat that was left, or deleted ones', async () => {
  const pair = await begin(ann, [ben], 'Tide one');
  const group = await begin(ann, [ben, cay], 'Tide two');
  const [one, two] = [pair, group].map((chat) => chat.messages[0]!._id) as [string, string];
  expect(await ids(ben, 'tide')).toEqual([two, one]);
  expect(await ids(cay, 'tide')).toEqual([two]);
  expect(await ids(dan, 'tide')).toEqual([]);
  await world.call('messaging.leave', { chatId: group._id }, { as: cay });
  expect(await ids(cay, 'tide')).toEqual([]);
  await world.call('messaging.editMessage', { mid: one, msg: 'Moon one', version: 1 }, { as: ann });
  expect(await ids(ben, 'tide')).toEqual([two]);
  expect(await ids(ben, 'moon')).toEqual([one]);
  await world.call('messaging.deleteMessage', { mid: one, reason: '' }, { as: ann });
  expect(await ids(ben, 'moon')).toEqual([]);
});
