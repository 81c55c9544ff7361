import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging, textsOf } from '../testing/messaging-world.ts';

const unknownChat = { code: 'chat.unknown', message: messages.chatUnknown };

const [ann, ben, cay, dan, fay] = peopleOf('Ann', 'Ben', 'Cay', 'Dan', 'Fay');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan, fay);
});
afterAll(() => world.close());

describe('[BM-2, M-9] a group', () => {
  test('is unknown to people who have left it: no list, no count, no live message', async () => {
    const chat = await world.begin(ann, [ben, fay], ['One']);
    const before = await world.unread(fay);
    const from = world.published.length;
    expect(await world.leave(fay, chat._id)).toEqual({
      ...chat,
      participants: ['Ann', 'Ben'],
      messages: [],
      unread: 0,
    });
    expect(await world.unread(fay)).toBe(before - 1);
    await world.say(ann, chat._id, 'Two');
    await world.rename(ben, chat._id, 'Without Fay');
    expect(await world.chatsOf(fay)).not.toContain(chat._id);
    for (const attempt of [
      world.open(fay, chat._id),
      world.say(fay, chat._id, 'Hello?'),
      world.leave(fay, chat._id),
      world.rename(fay, chat._id, 'Mine'),
      world.markRead(fay, chat._id),
      world.call('messaging.mute', { chatId: chat._id, muted: true }, { as: fay }),
      world.call('messaging.enterChat', { chatId: chat._id, place: 'g1' }, { as: fay }),
      world.add(fay, chat._id, 'Fay'),
    ]) {
      await expect(attempt).rejects.toMatchObject(unknownChat);
    }
    const toFay = world.liveSince(from).filter(({ to }) => to.includes(`user:${fay.id}`));
    expect(toFay).toMatchObject([{ event: 'chatLeft', payload: { chatId: chat._id } }]);
    const opened = await world.open(ben, chat._id);
    expect(opened.messages.map(({ msg, msgFrom, notice }) => [msg, msgFrom, notice])).toEqual([
      ['One', 'Ann', null],
      ['left the chat', 'Fay', 'left'],
      ['Two', 'Ann', null],
      ['named the chat “Without Fay”', 'Ben', 'named'],
    ]);
    // The lines don't count as unread.
    expect(opened).toMatchObject({ participants: ['Ann', 'Ben'], group: true, name: 'Without Fay', unread: 2 });
  });

  test('takes somebody back, who reads all of it and has nothing unread', async () => {
    const chat = await world.begin(ann, [ben, fay], ['One']);
    await world.leave(fay, chat._id);
    await world.leave(ben, chat._id);
    await world.say(ann, chat._id, 'Two');
    await world.add(ann, chat._id, 'Fay');
    const opened = await world.open(fay, chat._id);
    expect([opened.participants, opened.unread]).toEqual([['Ann', 'Fay'], 0]);
    expect(textsOf(opened)).toContain('Two');
    await world.say(ann, chat._id, 'Three');
    expect((await world.open(fay, chat._id)).unread).toBe(1);
  });

  test('has a name that every participant can change, live for all of them', async () => {
    const chat = await world.begin(ann, [ben, cay]);
    const published = await world.publishedTo(cay, () => world.rename(ben, chat._id, ' Bakers '), 'Bakers');
    expect(published).toMatchObject([{ chat: { _id: chat._id, name: 'Bakers', unread: 0 }, type: 'renamed' }]);
    expect((await world.rename(cay, chat._id, '')).name).toBeNull();
  });

  test('a chat between two cannot be left or named', async () => {
    const chat = await world.begin(ann, [ben]);
    const refused = { code: 'chat.twoPeople', message: messages.chatLeaveTwo };
    await expect(world.leave(ann, chat._id)).rejects.toMatchObject(refused);
    await expect(world.rename(ann, chat._id, 'Us')).rejects.toMatchObject({ code: 'chat.twoPeople' });
  });
});

describe('[BM-2, M-10] muting', () => {
  const mute = async (as: Actor, chatId: string, muted: boolean) =>
    (await world.call('messaging.mute', { chatId, muted }, { as })).reply;

  test('takes a chat out of the total of unread messages, for oneself alone', async () => {
    const chat = await world.begin(ann, [cay, dan], ['One']);
    const [mine, others] = [await world.unread(cay), await world.unread(dan)];
    const from = world.published.length;
    expect(await mute(cay, chat._id, true)).toMatchObject({ _id: chat._id, muted: true, unread: 1 });
    expect([await world.unread(cay), await world.unread(dan)]).toEqual([mine - 1, others]);
    expect((await world.open(dan, chat._id)).muted).toBe(false);
    expect(world.liveSince(from)).toMatchObject([
      { to: [`user:${cay.id}`], event: 'chatMuted', payload: { chatId: chat._id, muted: true } },
    ]);
    const published = await world.publishedTo(cay, () => world.say(ann, chat._id, 'Two'), 'Two');
    expect(published).toMatchObject([{ chat: { unread: 2, muted: true }, total: mine - 1 }]);
    expect(await mute(cay, chat._id, false)).toMatchObject({ muted: false });
    expect(await world.unread(cay)).toBe(mine + 1);
  });

  test('the global room is one’s own state as well', async () => {
    expect(await mute(ann, roomId, true)).toEqual({ _id: roomId, muted: true });
    const of = async (as: Actor) => (await world.call('messaging.unread', {}, { as })).reply.roomMuted;
    expect([await of(ann), await of(ben)]).toEqual([true, false]);
    expect(await mute(ann, roomId, false)).toEqual({ _id: roomId, muted: false });
    expect(await of(ann)).toBe(false);
  });
});
