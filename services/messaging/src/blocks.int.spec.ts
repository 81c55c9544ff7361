import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging } from './testing/messaging-world.ts';

const [ann, ben, cay, dan] = peopleOf('Ann', 'Ben', 'Cay', 'Dan');
const unavailable = { code: 'person.unavailable', message: messages.personUnavailable };
const ownBlock = { code: 'block.own', message: messages.blockOwn };

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan);
});
afterAll(() => world.close());

const block = (by: Actor, whom: Actor) =>
  world.append('identity', { type: 'UserBlocked', data: { blockerId: by.id, blockedId: whom.id } });
const unblock = (by: Actor, whom: Actor) =>
  world.append('identity', { type: 'UserUnblocked', data: { blockerId: by.id, blockedId: whom.id } });

async function everythingOf(who: Actor): Promise<unknown> {
  const chats = [];
  for (const chatId of await world.chatsOf(who)) chats.push(await world.open(who, chatId));
  return { chats, unread: (await world.call('messaging.unread', {}, { as: who })).reply };
}

test('[BM-20, M-16] a block stops messages of two both ways, and nothing else tells of it', async () => {
  const chat = await world.begin(ann, [ben], ['Hello']);
  const { messages: sent } = await world.say(ben, chat._id, 'Hi');
  const mid = sent.at(-1)?._id ?? '';
  const { messages: more } = await world.say(ben, chat._id, 'Oh');
  const gone = more.at(-1)?._id ?? '';
  await world.call('messaging.deleteMessage', { mid: gone, reason: '' }, { as: ben });
  const [seen, shown, head] = [await everythingOf(ben), await everythingOf(ann), await world.events()];
  await block(ann, ben);
  expect(await everythingOf(ben)).toEqual(seen);
  await expect(world.say(ben, chat._id, 'Still there?')).rejects.toMatchObject(unavailable);
  await expect(world.begin(ben, [ann], ['Still there?'])).rejects.toMatchObject(unavailable);
  await expect(
    world.call('messaging.editMessage', { mid, msg: 'You!', version: 1 }, { as: ben }),
  ).rejects.toMatchObject(unavailable);
  await expect(world.call('messaging.restoreMessage', { mid: gone }, { as: ben })).rejects.toMatchObject(unavailable);
  await expect(world.say(ann, chat._id, 'And you?')).rejects.toMatchObject(ownBlock);
  expect(await world.events()).toEqual(head);
  expect([await everythingOf(ben), await everythingOf(ann)]).toEqual([seen, shown]);
  // The chat itself still opens.
  expect(await world.begin(ben, [ann])).toMatchObject({ _id: chat._id });
  await unblock(ann, ben);
  expect(await world.say(ben, chat._id, 'Again')).toMatchObject({ _id: chat._id });
});

test('[BM-20, M-16] nobody begins a chat or a group with somebody behind a block, or adds them', async () => {
  await block(cay, dan);
  const head = await world.events();
  await expect(world.begin(dan, [cay])).rejects.toMatchObject(unavailable);
  await expect(world.begin(dan, [cay, ann])).rejects.toMatchObject(unavailable);
  await expect(world.begin(cay, [dan], ['Hello'])).rejects.toMatchObject(ownBlock);
  expect(await world.events()).toEqual(head);
  const group = await world.begin(dan, [ann, ben]);
  await expect(world.add(dan, group._id, 'cay')).rejects.toMatchObject(unavailable);
  // Others may: in a group, the page collapses what a blocked person writes.
  await world.add(ann, group._id, 'cay');
  expect(await world.say(dan, group._id, 'Welcome')).toMatchObject({ _id: group._id });
});

test('[BM-20] a deleted account’s blocks end', async () => {
  await block(ben, cay);
  await world.append('identity', { type: 'UserDeleted', data: { userId: ben.id } });
  await world.unread(ann);
  expect(await world.sql('select from blocks where blocker_id = $1', [ben.id])).toEqual([]);
});
