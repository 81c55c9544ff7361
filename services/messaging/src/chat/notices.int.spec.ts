import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { type MessagingWorld, startMessaging } from '../testing/messaging-world.ts';
import { peopleOf } from '@parlour/kernel/testing/people';

const [ann, ben, cay] = peopleOf('Ann', 'Ben', 'Cay');

let world: MessagingWorld;
let chat: ChatWire;
let ids: string[];
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay);
});
afterAll(() => world.close());

const group = (...messages: readonly string[]) => world.begin(ann, [ben, cay], messages);

beforeEach(async () => {
  chat = await group('One', 'Two');
  ids = (await world.open(ann, chat._id)).messages.map(({ _id }) => _id);
});

/** What somebody may be told of the messages. */
async function noticesOf(who: Actor, of = ids) {
  const request = { userId: who.id, channel: 'push', kind: 'message', ids: of, quotesPrivate: false } as const;
  return (await world.call('messaging.getNotices', request, {})).reply.rows;
}

const addressees = async (messageId = ids[1] ?? '') =>
  (await world.call('messaging.getAddressees', { messageId }, {})).reply.userIds.toSorted();

describe('[PU-2] of messages in a chat', () => {
  test('everybody but their author may be told: where, and by whom', async () => {
    expect(await addressees()).toEqual([ben.id, cay.id].toSorted());
    const [row, ...others] = await noticesOf(ben);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      text: '2 new messages in a group',
      path: `/messaging/direct-message?chat=${chat._id}`,
      isPrivate: true,
      thread: chat._id,
      actors: ['Ann'],
    });
    expect(await noticesOf(ann)).toEqual([]);
    await world.rename(ann, chat._id, 'Bakers');
    expect(await noticesOf(ben, ids.slice(0, 1))).toMatchObject([{ text: 'New message from Ann in Bakers' }]);
    const pair = await world.begin(cay, [ben], ['One']);
    const messages = (await world.open(cay, pair._id)).messages.map(({ _id }) => _id);
    expect(await noticesOf(ben, messages)).toMatchObject([{ text: 'New message from Cay' }]);
    await world.say(cay, pair._id, 'Two');
    const both = (await world.open(cay, pair._id)).messages.map(({ _id }) => _id);
    expect(await noticesOf(ben, both)).toMatchObject([{ text: '2 new messages from Cay' }]);
    expect(await noticesOf(ben, [...ids, ...both])).toHaveLength(2);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['who has read them', () => world.markRead(ben, chat._id)],
    ['who has the chat open', () => world.call('messaging.enterChat', { chatId: chat._id, place: 'a' }, { as: ben })],
    ['who has muted it', () => world.call('messaging.mute', { chatId: chat._id, muted: true }, { as: ben })],
    ['who has left it', () => world.leave(ben, chat._id)],
    ['who has blocked their author', () => block(ben, ann)],
    ['whom their author has blocked', () => block(ann, ben)],
  ])('nobody is told %s', async (_, does) => {
    await does();
    expect(await addressees()).toEqual([cay.id]);
    expect(await noticesOf(ben)).toEqual([]);
    await world.append('identity', unblocked(ben, ann), unblocked(ann, ben));
  });

  test('deleted ones are not told, nor what somebody did', async () => {
    for (const mid of ids) await world.call('messaging.deleteMessage', { mid, reason: '' }, { as: ann });
    expect(await addressees()).toEqual([]);
    const named = await world.rename(ann, chat._id, 'Bakers');
    expect(await noticesOf(ben, [...ids, ...named.messages.map(({ _id }) => _id)])).toEqual([]);
  });
});

const block = (blocker: Actor, blocked: Actor) =>
  world.append('identity', { type: 'UserBlocked', data: { blockerId: blocker.id, blockedId: blocked.id } });

const unblocked = (blocker: Actor, blocked: Actor) =>
  ({ type: 'UserUnblocked', data: { blockerId: blocker.id, blockedId: blocked.id } }) as const;
