import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { messagingDefinition } from './messaging.module.ts';

const people = ['Ann', 'Ben', 'Cay', 'Dan'].map((name, index): Actor => ({
  id: `01890000-0000-7000-8000-00000000000${index}`,
  name,
}));
const [ann, ben, cay, dan] = people as [Actor, Actor, Actor, Actor];
const unavailable = { code: 'person.unavailable', message: messages.personUnavailable };
const ownBlock = { code: 'block.own', message: messages.blockOwn };

let world: ServiceWorld;
let identity = 0;

/** Appends an event of identity; calls after it see it. */
async function happens(type: string, data: object): Promise<void> {
  identity += 1;
  await world.foreignEvents('identity', envelopesOf('identity', [{ type, data }]));
}

const block = (by: Actor, whom: Actor) => happens('UserBlocked', { blockerId: by.id, blockedId: whom.id });
const unblock = (by: Actor, whom: Actor) => happens('UserUnblocked', { blockerId: by.id, blockedId: whom.id });
const after = (as: Actor) => ({ as, minPositions: { identity } });

beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  for (const { id, name } of people) await happens('UserRegistered', { userId: id, name });
});
afterAll(() => world.close());

async function begin(by: Actor, others: readonly Actor[], first: readonly string[] = []): Promise<ChatWire> {
  const request = { participants: [by, ...others].map(({ name }) => name), messages: first };
  return (await world.call('messaging.createChat', request, after(by))).reply;
}

const say = async (as: Actor, chatId: string, msg: string): Promise<ChatWire> =>
  (await world.call('messaging.addChatMessage', { chatId, msg }, after(as))).reply;

async function everythingOf(who: Actor): Promise<unknown> {
  const { reply } = await world.call('messaging.getChats', { limit: 30 }, after(who));
  const chats = [];
  for (const { _id: chatId } of reply.rows) {
    chats.push((await world.call('messaging.getChat', { chatId, limit: limits.messagesPage }, after(who))).reply);
  }
  return { chats, unread: (await world.call('messaging.unread', {}, after(who))).reply };
}

const events = () => world.database.query(statement('test.events', 'select position from head'));

test('[BM-20, M-16] a block stops messages of two both ways, and nothing else tells of it', async () => {
  const chat = await begin(ann, [ben], ['Hello']);
  const { messages: sent } = await say(ben, chat._id, 'Hi');
  const mid = sent.at(-1)?._id ?? '';
  const { messages: more } = await say(ben, chat._id, 'Oh');
  const gone = more.at(-1)?._id ?? '';
  await world.call('messaging.deleteMessage', { mid: gone, reason: '' }, after(ben));
  const [seen, shown, head] = [await everythingOf(ben), await everythingOf(ann), await events()];
  await block(ann, ben);
  expect(await everythingOf(ben)).toEqual(seen);
  await expect(say(ben, chat._id, 'Still there?')).rejects.toMatchObject(unavailable);
  await expect(begin(ben, [ann], ['Still there?'])).rejects.toMatchObject(unavailable);
  await expect(world.call('messaging.editMessage', { mid, msg: 'You!', version: 1 }, after(ben))).rejects.toMatchObject(
    unavailable,
  );
  await expect(world.call('messaging.restoreMessage', { mid: gone }, after(ben))).rejects.toMatchObject(unavailable);
  await expect(say(ann, chat._id, 'And you?')).rejects.toMatchObject(ownBlock);
  expect(await events()).toEqual(head);
  expect([await everythingOf(ben), await everythingOf(ann)]).toEqual([seen, shown]);
  // The chat itself still opens.
  expect(await begin(ben, [ann])).toMatchObject({ _id: chat._id });
  await unblock(ann, ben);
  expect(await say(ben, chat._id, 'Again')).toMatchObject({ _id: chat._id });
});

test('[BM-20, M-16] nobody begins a chat or a group with somebody behind a block, or adds them', async () => {
  await block(cay, dan);
  const head = await events();
  await expect(begin(dan, [cay])).rejects.toMatchObject(unavailable);
  await expect(begin(dan, [cay, ann])).rejects.toMatchObject(unavailable);
  await expect(begin(cay, [dan], ['Hello'])).rejects.toMatchObject(ownBlock);
  expect(await events()).toEqual(head);
  const group = await begin(dan, [ann, ben]);
  const add = (by: Actor, username: string) =>
    world.call('messaging.addParticipant', { chatId: group._id, username }, after(by));
  await expect(add(dan, 'cay')).rejects.toMatchObject(unavailable);
  // Others may: in a group, the page collapses what a blocked person writes.
  await add(ann, 'cay');
  expect(await say(dan, group._id, 'Welcome')).toMatchObject({ _id: group._id });
});

test('[BM-20] a deleted account’s blocks end', async () => {
  await block(ben, cay);
  await happens('UserDeleted', { userId: ben.id });
  await world.call('messaging.unread', {}, after(ann));
  expect(
    await world.database.query(statement('test.blocks', 'select from blocks where blocker_id = $1'), [ben.id]),
  ).toEqual([]);
});
