import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { FoundWire } from '@parlour/contracts/search/found';
import { messages } from '@parlour/contracts/messages';
import type { Search } from '@parlour/contracts/search/search.requests';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging } from '../testing/messaging-world.ts';

const [ann, ben, cay, dan] = peopleOf('Ann', 'Ben', 'Cay', 'Dan');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('truncate room_messages, chat_messages, chats, chat_participants');
});

async function find(as: Actor, q: string, more: Partial<Search> = {}): Promise<readonly FoundWire[]> {
  const request = { q, type: 'messages', order: 'newest', limit: 30, ...more } as const;
  return (await world.call('messaging.search', request, { as })).reply.rows;
}

async function ids(as: Actor, q: string): Promise<string[]> {
  return (await find(as, q)).map(({ id }) => id);
}

test('[BF-1] messages of the room and of one’s own chats are found, each with its address', async () => {
  const { _id: room } = (await world.call('messaging.addMessage', { msg: 'High tides!' }, { as: ann })).reply;
  const chat = await world.begin(ann, [ben, cay], ['Low tides?']);
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
  const pair = await world.begin(ann, [ben], ['Tide one']);
  const group = await world.begin(ann, [ben, cay], ['Tide two']);
  const [one, two] = [pair, group].map((chat) => chat.messages[0]!._id) as [string, string];
  expect(await ids(ben, 'tide')).toEqual([two, one]);
  expect(await ids(cay, 'tide')).toEqual([two]);
  expect(await ids(dan, 'tide')).toEqual([]);
  await world.leave(cay, group._id);
  expect(await ids(cay, 'tide')).toEqual([]);
  await world.call('messaging.editMessage', { mid: one, msg: 'Moon one', version: 1 }, { as: ann });
  expect(await ids(ben, 'tide')).toEqual([two]);
  expect(await ids(ben, 'moon')).toEqual([one]);
  await world.call('messaging.deleteMessage', { mid: one, reason: '' }, { as: ann });
  expect(await ids(ben, 'moon')).toEqual([]);
});
