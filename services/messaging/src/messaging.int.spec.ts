import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/editable';
import type { Actor } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import type { LiveMessage } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import { type ChatWire, roomId } from '@parlour/contracts/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { hold } from '@parlour/kernel/testing/held-lock';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import type { View } from '@parlour/kernel/view/view';
import { chatView } from './chat/chat.projection.ts';
import { messagingDefinition } from './messaging.module.ts';

function person(name: string, number: number): Actor {
  return { id: `01890000-0000-7000-8000-0000000000${number}`, name };
}

const [ann, ben, cay, dan, eve, fay] = [
  person('Ann', 10),
  person('Ben', 11),
  person('Cay', 12),
  person('Dan', 13),
  person('Eve', 14),
  person('Fay', 15),
];
const unknownId = '01890000-0000-7000-8000-0000000000ff';
const unknownChat = { code: 'chat.unknown', message: messages.chatUnknown };

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  const registered = [ann, ben, cay, dan, eve, fay].map(({ id, name }) => ({
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

async function begin(by: Actor, others: readonly Actor[], first: readonly string[] = []): Promise<ChatWire> {
  const request = { participants: [by, ...others].map(({ name }) => name), messages: first };
  return (await world.call('messaging.createChat', request, { as: by })).reply;
}

async function say(as: Actor, chatId: string, msg: string): Promise<ChatWire> {
  return (await world.call('messaging.addChatMessage', { chatId, msg }, { as })).reply;
}

async function open(as: Actor, chatId: string, more: { before?: string; limit?: number } = {}): Promise<ChatWire> {
  return (await world.call('messaging.getChat', { chatId, limit: limits.messagesPage, ...more }, { as })).reply;
}

/** How many events are in the log. */
async function events(): Promise<number> {
  const [row] = await world.database.query<{ head: number }>(
    statement('test.events', 'select position as head from head'),
  );
  return row?.head ?? 0;
}

async function unread(as: Actor): Promise<number> {
  return (await world.call('messaging.unread', {}, { as })).reply.unread;
}

const textsOf = (chat: Pick<ChatWire, 'messages'>): string[] => chat.messages.map((message) => message.msg);

/** The live messages that were published since there were `from` batches. */
function liveSince(from: number): LiveMessage[] {
  return world.published.slice(from).flatMap(({ messages, state }) => [...messages, ...state]);
}

/** The live messages for this person's sockets during some work, up to the one with this text. */
async function publishedTo(who: Actor, work: () => Promise<unknown>, text: string): Promise<unknown[]> {
  const from = world.published.length;
  await work();
  const liveMessages = () => liveSince(from).filter((liveMessage) => liveMessage.to.includes(`user:${who.id}`));
  await until('the live messages', () =>
    liveMessages().some((liveMessage) => JSON.stringify(liveMessage).includes(text)),
  );
  return liveMessages().map((liveMessage) => liveMessage.payload);
}

describe('the global room', () => {
  const room = async (request: Partial<Rpc['messaging.getMessages']['request']> = {}) =>
    (await world.call('messaging.getMessages', { limit: limits.messagesPage, ...request }, { as: ben })).reply.messages;

  test('[M-1] shows the latest messages, oldest first, and pages back without a gap', async () => {
    for (let n = 1; n <= 7; n++) await world.call('messaging.addMessage', { msg: `message ${n}` }, { as: ann });
    const whole = await room();
    expect(whole.map(({ msg }) => msg)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `message ${n}`));
    expect(whole[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      msg: 'message 1',
      msgFrom: 'Ann',
      msgDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      notice: null,
      ...unedited,
    });
    const paged = [];
    for (let before: string | undefined; ;) {
      const page = await room({ limit: 3, ...(before === undefined ? {} : { before }) });
      if (page.length === 0) break;
      paged.unshift(...page);
      before = page[0]?._id;
    }
    expect(paged).toEqual(whole);
  });

  test('answers the message, notifies everybody, and recognises a retry', async () => {
    const from = world.published.length;
    const first = await world.call('messaging.addMessage', { msg: '\nHello! ' }, { as: ann, key: 'hello' });
    const again = await world.call('messaging.addMessage', { msg: '\nHello! ' }, { as: ann, key: 'hello' });
    expect(first.reply).toMatchObject({ msg: 'Hello!', msgFrom: 'Ann' });
    expect(again).toEqual(first);
    expect((await room()).filter(({ msg }) => msg === 'Hello!')).toHaveLength(1);
    const liveMessages = () => world.published.slice(from).flatMap((batch) => batch.messages);
    await until('the live message', (saw) => saw(liveMessages()).length > 0);
    expect(liveMessages()).toEqual([
      { to: ['public'], event: 'messageUpdate', payload: { msg: first.reply }, position: first.positions.messaging },
    ]);
  });

  test('refuses blank messages, and a page before an unknown message', async () => {
    await expect(world.call('messaging.addMessage', { msg: ' \n ' }, { as: ann })).rejects.toMatchObject({
      code: 'text.empty',
      message: 'Message cannot be empty',
    });
    await expect(room({ before: unknownId })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('beginning a chat', () => {
  test('answers the chat, with its messages', async () => {
    expect(await begin(ann, [ben, cay], ['Hello', 'both'])).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      participants: ['Ann', 'Ben', 'Cay'],
      messages: ['Hello', 'both'].map((msg) => expect.objectContaining({ msg, msgFrom: 'Ann' })),
      unread: 0,
      name: null,
      group: true,
      muted: false,
    });
    expect(await begin(ann, [eve])).toMatchObject({ group: false });
  });

  test('takes names case-insensitively, and each person once', async () => {
    const request = { participants: ['ann', 'CAY', 'Cay', 'ANN'], messages: [] };
    const { reply } = await world.call('messaging.createChat', request, { as: ann });
    expect(reply.participants).toEqual(['Ann', 'Cay']);
  });

  test('[M-3] two people have one chat, whoever begins it, and messages go there', async () => {
    const first = await begin(ann, [dan], ['One']);
    const second = await begin(dan, [ann], ['Two']);
    expect(second._id).toBe(first._id);
    expect(textsOf(await open(ann, first._id))).toEqual(['One', 'Two']);
    expect((await begin(ann, [dan]))._id).toBe(first._id);
    expect((await begin(ann, [dan, cay]))._id).not.toBe(first._id);
  });

  test('[M-3] even if both begin it at once, many times', async () => {
    const pair = [eve, fay] as const;
    const chats = await Promise.all(
      Array.from({ length: 20 }, (_, n) => begin(pair[n % 2 === 0 ? 0 : 1], [pair[n % 2 === 0 ? 1 : 0]], [`${n}`])),
    );
    expect(new Set(chats.map((chat) => chat._id)).size).toBe(1);
    const whole = textsOf(await open(eve, chats[0]?._id ?? ''));
    expect(whole.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
  });

  test.each([
    [['Ann'], { code: 'chat.self', message: messages.chatSelf }],
    [['Ann', 'ann'], { code: 'chat.self', message: messages.chatSelf }],
    [['Ben', 'Cay'], { code: 'chat.participants', message: messages.chatParticipants }],
    [['Ann', 'Nobody'], { code: 'user.unknown', message: messages.userUnknown }],
  ])('of %j is refused', async (participants, refusal) => {
    await expect(world.call('messaging.createChat', { participants, messages: [] }, { as: ann })).rejects.toMatchObject(
      refusal,
    );
  });
});

test('does not reveal whether two others have a chat', async () => {
  const attempt = async (others: readonly Actor[]): Promise<unknown> => {
    const request = { participants: others.map(({ name }) => name), messages: ['Who is there?'] };
    return world.call('messaging.createChat', request, { as: eve }).catch((refusal: unknown) => refusal);
  };
  await begin(ann, [ben]);
  expect(await attempt([ann, ben])).toMatchObject({ code: 'chat.participants' });
  expect(await attempt([ben, dan])).toMatchObject({ code: 'chat.participants' });
});

describe('[M-2] an outsider of a chat', () => {
  test.each<[string, (chatId: string) => Promise<unknown>]>([
    ['cannot read it', (chatId) => open(eve, chatId)],
    ['cannot read it from a message on', (chatId) => open(eve, chatId, { before: unknownId })],
    ['cannot write in it', (chatId) => say(eve, chatId, 'Hello')],
    ['cannot mark it', (chatId) => world.call('messaging.markRead', { chatId }, { as: eve })],
    [
      'cannot add themselves',
      (chatId) => world.call('messaging.addParticipant', { chatId, username: 'Eve' }, { as: eve }),
    ],
    [
      'learns of no names',
      (chatId) => world.call('messaging.addParticipant', { chatId, username: 'Nobody' }, { as: eve }),
    ],
    ['cannot leave it', (chatId) => world.call('messaging.leave', { chatId }, { as: eve })],
    ['cannot name it', (chatId) => world.call('messaging.rename', { chatId, name: 'Mine' }, { as: eve })],
    ['cannot mute it', (chatId) => world.call('messaging.mute', { chatId, muted: true }, { as: eve })],
  ])('%s', async (_, attempt) => {
    const chat = await begin(ann, [ben, cay], ['Secret']);
    await expect(attempt(chat._id)).rejects.toMatchObject(unknownChat);
    await expect(attempt(unknownId)).rejects.toMatchObject(unknownChat);
    expect(textsOf(await open(ann, chat._id))).toEqual(['Secret']);
  });

  test('finds it in no list and no number, and gets no message of it', async () => {
    const from = world.published.length;
    const chat = await begin(ann, [ben], ['Secret']);
    await say(ben, chat._id, 'Indeed');
    const { reply } = await world.call('messaging.getChats', { limit: 100 }, { as: cay });
    expect(reply.rows.map((row) => row._id)).not.toContain(chat._id);
    const rooms = () =>
      world.published.slice(from).flatMap((batch) => batch.messages.flatMap((liveMessage) => liveMessage.to));
    await until('the live messages', (saw) => saw(rooms()).length >= 4);
    expect(new Set(rooms())).toEqual(new Set([`user:${ann.id}`, `user:${ben.id}`]));
  });

  test('also includes people without a session', async () => {
    const chat = await begin(ann, [ben]);
    const missing = { code: 'session.missing' };
    const calls = [
      world.call('messaging.getMessages', { limit: 1 }),
      world.call('messaging.addMessage', { msg: 'a' }),
      world.call('messaging.getChats', { limit: 1 }),
      world.call('messaging.getChat', { chatId: chat._id, limit: 1 }),
      world.call('messaging.createChat', { participants: [], messages: [] }),
      world.call('messaging.addChatMessage', { chatId: chat._id, msg: 'a' }),
      world.call('messaging.addParticipant', { chatId: chat._id, username: 'a' }),
      world.call('messaging.markRead', { chatId: chat._id }),
      world.call('messaging.unread', {}),
      world.call('messaging.editMessage', { mid: unknownId, msg: 'a', version: 1 }),
      world.call('messaging.deleteMessage', { mid: unknownId, reason: '' }),
      world.call('messaging.restoreMessage', { mid: unknownId }),
      world.call('messaging.leave', { chatId: chat._id }),
      world.call('messaging.rename', { chatId: chat._id, name: 'a' }),
      world.call('messaging.mute', { chatId: chat._id, muted: true }),
      world.call('messaging.mute', { chatId: roomId, muted: true }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject(missing);
  });
});

describe('in a chat', () => {
  test('a message is the last one, and the answer ends with it', async () => {
    const chat = await begin(ann, [cay, fay]);
    await say(ann, chat._id, 'One');
    const { messages: said, ...rest } = await say(fay, chat._id, 'Two ');
    expect(said.at(-1)).toMatchObject({ msg: 'Two', msgFrom: 'Fay' });
    expect(rest).toMatchObject({ _id: chat._id, participants: ['Ann', 'Cay', 'Fay'], unread: 1 });
    expect(textsOf(await open(cay, chat._id))).toEqual(['One', 'Two']);
  });

  test('concurrent messages are each answered with their own as the last', async () => {
    const chat = await begin(ann, [ben, fay]);
    const texts = Array.from({ length: 60 }, (_, n) => `${n}`);
    const answers = await Promise.all(texts.map((text) => say(ann, chat._id, text)));
    expect(answers.map((answer) => textsOf(answer).at(-1))).toEqual(texts);
    expect(Math.max(...answers.map((answer) => answer.messages.length))).toBe(limits.messagesAnswered);
  });

  test('[M-5] blank messages are refused, and a page before a message of another chat', async () => {
    const chat = await begin(ann, [ben, eve], ['One']);
    const other = await begin(ann, [cay, eve], ['Two']);
    await expect(say(ann, chat._id, ' ')).rejects.toMatchObject({ code: 'text.empty', message: messages.messageEmpty });
    const before = other.messages[0]?._id ?? '';
    await expect(open(ann, chat._id, { before })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('a message with one key is posted once', async () => {
    const chat = await begin(ann, [dan, fay]);
    const request = { chatId: chat._id, msg: 'Once' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.call('messaging.addChatMessage', request, { as: ann, key: 'one key' })),
    );
    expect(new Set(answers.map(({ reply }) => reply.messages.at(-1)?._id)).size).toBe(1);
    expect(textsOf(await open(ann, chat._id))).toEqual(['Once']);
  });

  test('[CA-65, M-6, M-9] a person can be added if there are three, and reads all of it; a line says so', async () => {
    const chat = await begin(ann, [ben, cay], ['Before']);
    const later = await begin(ann, [ben, cay]);
    const add = { chatId: chat._id, username: 'dan' };
    const published = await publishedTo(
      cay,
      async () => {
        const { reply } = await world.call('messaging.addParticipant', add, { as: ben });
        expect(reply.participants).toEqual(['Ann', 'Ben', 'Cay', 'Dan']);
      },
      'newParticipant',
    );
    const line = { msg: 'added Dan', msgFrom: 'Ben', notice: 'added' };
    expect(published).toMatchObject([{ chat: { _id: chat._id, messages: [line], unread: 1 }, type: 'newParticipant' }]);
    const opened = await open(dan, chat._id);
    expect(opened).toMatchObject({ messages: [{ msg: 'Before', notice: null }, line], unread: 0 });
    const { reply } = await world.call('messaging.getChats', { limit: 2 }, { as: cay });
    expect(reply.rows.map((row) => row._id)).toEqual([chat._id, later._id]);
    // Nothing happens to those who are there.
    await world.call('messaging.addParticipant', add, { as: ben });
    expect(textsOf(await open(dan, chat._id))).toEqual(['Before', 'added Dan']);
    const pair = await begin(ann, [cay]);
    await expect(
      world.call('messaging.addParticipant', { ...add, chatId: pair._id }, { as: ann }),
    ).rejects.toMatchObject({ code: 'chat.twoPeople', message: messages.chatTwoPeople });
    await expect(
      world.call('messaging.addParticipant', { ...add, username: 'Nobody' }, { as: ann }),
    ).rejects.toMatchObject({ code: 'user.unknown' });
  });

  test('[U-5] a deleted account is shown as a deleted user, and nobody can begin a chat with it', async () => {
    const gus = person('Gus', 16);
    const registered = { type: 'UserRegistered', data: { userId: gus.id, name: gus.name } };
    await world.foreignEvents('identity', envelopesOf('identity', [registered]));
    // At once: a just registered user is known.
    expect((await begin(ann, [gus])).participants).toEqual(['Ann', 'Gus']);
    const chat = await begin(gus, [cay], ['Bye']);
    const group = await begin(ann, [ben, cay]);
    await world.call('messaging.addParticipant', { chatId: group._id, username: 'Gus' }, { as: ben });
    await world.foreignEvents('identity', envelopesOf('identity', [{ type: 'UserDeleted', data: { userId: gus.id } }]));
    await until('Gus is gone', async () => (await open(cay, chat._id)).participants.includes(deletedUserName));
    const opened = await open(cay, chat._id);
    expect(opened.participants).toEqual([deletedUserName, 'Cay']);
    expect(opened.messages[0]?.msgFrom).toBe(deletedUserName);
    expect(textsOf(await open(ann, group._id))).toEqual([`added ${deletedUserName}`]);
    await expect(begin(ann, [gus])).rejects.toMatchObject({ code: 'user.unknown' });
  });
});

describe('[BM-2, M-9] a group', () => {
  const leave = async (as: Actor, chatId: string) => (await world.call('messaging.leave', { chatId }, { as })).reply;
  const rename = async (as: Actor, chatId: string, name: string) =>
    (await world.call('messaging.rename', { chatId, name }, { as })).reply;

  test('is unknown to people who have left it: no list, no count, no live message', async () => {
    const chat = await begin(ann, [ben, fay], ['One']);
    const before = await unread(fay);
    const from = world.published.length;
    expect(await leave(fay, chat._id)).toEqual({ ...chat, participants: ['Ann', 'Ben'], messages: [], unread: 0 });
    expect(await unread(fay)).toBe(before - 1);
    await say(ann, chat._id, 'Two');
    await rename(ben, chat._id, 'Without Fay');
    const { reply } = await world.call('messaging.getChats', { limit: 100 }, { as: fay });
    expect(reply.rows.map((row) => row._id)).not.toContain(chat._id);
    for (const attempt of [
      open(fay, chat._id),
      say(fay, chat._id, 'Hello?'),
      leave(fay, chat._id),
      rename(fay, chat._id, 'Mine'),
      world.call('messaging.markRead', { chatId: chat._id }, { as: fay }),
      world.call('messaging.mute', { chatId: chat._id, muted: true }, { as: fay }),
      world.call('messaging.enterChat', { chatId: chat._id, place: 'g1' }, { as: fay }),
      world.call('messaging.addParticipant', { chatId: chat._id, username: 'Fay' }, { as: fay }),
    ]) {
      await expect(attempt).rejects.toMatchObject(unknownChat);
    }
    const toFay = liveSince(from).filter(({ to }) => to.includes(`user:${fay.id}`));
    expect(toFay).toMatchObject([{ event: 'chatLeft', payload: { chatId: chat._id } }]);
    const opened = await open(ben, chat._id);
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
    const chat = await begin(ann, [ben, fay], ['One']);
    await leave(fay, chat._id);
    await leave(ben, chat._id);
    await say(ann, chat._id, 'Two');
    await world.call('messaging.addParticipant', { chatId: chat._id, username: 'Fay' }, { as: ann });
    const opened = await open(fay, chat._id);
    expect([opened.participants, opened.unread]).toEqual([['Ann', 'Fay'], 0]);
    expect(textsOf(opened)).toContain('Two');
    await say(ann, chat._id, 'Three');
    expect((await open(fay, chat._id)).unread).toBe(1);
  });

  test('has a name that every participant can change, live for all of them', async () => {
    const chat = await begin(ann, [ben, cay]);
    const published = await publishedTo(cay, () => rename(ben, chat._id, ' Bakers '), 'Bakers');
    expect(published).toMatchObject([{ chat: { _id: chat._id, name: 'Bakers', unread: 0 }, type: 'renamed' }]);
    expect((await rename(cay, chat._id, '')).name).toBeNull();
  });

  test('a chat between two cannot be left or named', async () => {
    const chat = await begin(ann, [ben]);
    await expect(leave(ann, chat._id)).rejects.toMatchObject({
      code: 'chat.twoPeople',
      message: messages.chatLeaveTwo,
    });
    await expect(rename(ann, chat._id, 'Us')).rejects.toMatchObject({ code: 'chat.twoPeople' });
  });
});

describe('[BM-2, M-10] muting', () => {
  const mute = async (as: Actor, chatId: string, muted: boolean) =>
    (await world.call('messaging.mute', { chatId, muted }, { as })).reply;

  test('takes a chat out of the total of unread messages, for oneself alone', async () => {
    const chat = await begin(ann, [cay, dan], ['One']);
    const [mine, others] = [await unread(cay), await unread(dan)];
    const from = world.published.length;
    expect(await mute(cay, chat._id, true)).toMatchObject({ _id: chat._id, muted: true, unread: 1 });
    expect([await unread(cay), await unread(dan)]).toEqual([mine - 1, others]);
    expect((await open(dan, chat._id)).muted).toBe(false);
    expect(liveSince(from)).toMatchObject([
      { to: [`user:${cay.id}`], event: 'chatMuted', payload: { chatId: chat._id, muted: true } },
    ]);
    const published = await publishedTo(cay, () => say(ann, chat._id, 'Two'), 'Two');
    expect(published).toMatchObject([{ chat: { unread: 2, muted: true }, total: mine - 1 }]);
    expect(await mute(cay, chat._id, false)).toMatchObject({ muted: false });
    expect(await unread(cay)).toBe(mine + 1);
  });

  test('the global room is one’s own state as well', async () => {
    expect(await mute(ann, roomId, true)).toEqual({ _id: roomId, muted: true });
    const of = async (as: Actor) => (await world.call('messaging.unread', {}, { as })).reply.roomMuted;
    expect([await of(ann), await of(ben)]).toEqual([true, false]);
    expect(await mute(ann, roomId, false)).toEqual({ _id: roomId, muted: false });
    expect(await of(ann)).toBe(false);
  });
});

describe('changing messages', () => {
  const edit = async (as: Actor, mid: string, msg: string, version = 1) =>
    (await world.call('messaging.editMessage', { mid, msg, version }, { as })).reply;
  const remove = async (as: Actor, mid: string, reason = '') =>
    (await world.call('messaging.deleteMessage', { mid, reason }, { as })).reply;
  const restore = async (as: Actor, mid: string) =>
    (await world.call('messaging.restoreMessage', { mid }, { as })).reply;
  const room = async () => (await world.call('messaging.getMessages', { limit: 3 }, { as: ben })).reply.messages;
  const inRoom = async (as: Actor, msg: string) => (await world.call('messaging.addMessage', { msg }, { as })).reply;
  const unknownMessage = { code: 'message.unknown', message: messages.messageUnknown };
  const when = expect.stringMatching(/^\d{4}-.*Z$/);

  test('[BE-1, M-11] a message of the room gets another text, where it is, for everybody', async () => {
    const first = await inRoom(ann, 'Helo');
    const last = await inRoom(ben, 'Hi');
    const from = world.published.length;
    const edited = await edit(ann, first._id, 'Hello ');
    expect(edited).toEqual({ ...first, msg: 'Hello', version: 2, editedAt: when });
    expect((await room()).slice(-2)).toEqual([edited, last]);
    expect(liveSince(from)).toMatchObject([{ to: ['public'], event: 'messageUpdate', payload: { msg: edited } }]);
  });

  test('[BE-1, M-11] a message of a chat gets another text; order, counts and quotes stay', async () => {
    const chat = await begin(ann, [ben, cay], ['Teh oven', '> **Ann:** Teh oven\n\nYes']);
    const other = await begin(ann, [cay, dan, eve]);
    const [first] = chat.messages as [ChatWire['messages'][0]];
    await world.call('messaging.markRead', { chatId: chat._id }, { as: ben });
    const published = await publishedTo(cay, () => edit(ann, first._id, 'The oven'), 'The oven');
    expect(published).toMatchObject([
      { chat: { _id: chat._id, messages: [{ _id: first._id, msg: 'The oven', version: 2 }], unread: 2 } },
    ]);
    expect(published).toMatchObject([{ type: 'changedMessage' }]);
    expect(textsOf(await open(ben, chat._id))).toEqual(['The oven', '> **Ann:** Teh oven\n\nYes']);
    expect((await open(ben, chat._id)).unread).toBe(0);
    const { reply } = await world.call('messaging.getChats', { limit: 2 }, { as: ann });
    expect(reply.rows.map((row) => row._id)).toEqual([other._id, chat._id]);
  });

  test('[BE-1, M-11] of two edits at once the later one is told what is current', async () => {
    const { _id: mid } = await inRoom(ann, 'One');
    const current = await edit(ann, mid, 'Two');
    await expect(edit(ann, mid, 'Three')).rejects.toMatchObject({ code: 'edit.stale', current });
    expect(await edit(ann, mid, 'Three', 2)).toMatchObject({ msg: 'Three', version: 3 });
    const both = await Promise.allSettled([edit(ann, mid, 'Four', 3), edit(ann, mid, 'Five', 3)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('[M-12] a deleted message is not unread for those who had not read it, until it is restored', async () => {
    const chat = await begin(ann, [ben, cay], ['One']);
    await world.call('messaging.markRead', { chatId: chat._id }, { as: ben });
    const [ofBen, ofCay] = [await unread(ben), await unread(cay)];
    const { _id: mid } = (await say(ann, chat._id, 'Two')).messages.at(-1)!; // the new one
    expect([await unread(ben), await unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
    const published = await publishedTo(ben, () => remove(ann, mid), mid);
    expect(published).toMatchObject([{ chat: { unread: 0 }, total: ofBen, type: 'changedMessage' }]);
    expect([await unread(ben), await unread(cay)]).toEqual([ofBen, ofCay]);
    await restore(ann, mid);
    expect([await unread(ben), await unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
    // What was read stays so.
    await remove(ann, chat.messages[0]!._id);
    expect([await unread(ben), await unread(cay)]).toEqual([ofBen + 1, ofCay]);
    await restore(ann, chat.messages[0]!._id);
    expect([await unread(ben), await unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
  });

  test('[BE-3, M-12] the text of a deleted message is in no reply and no live message, until it is restored', async () => {
    const chat = await begin(ann, [ben, cay], ['One', 'Secret 81']);
    const last = chat.messages[1]!; // of two
    const from = world.published.length;
    const gone = { ...last, msg: '', deleted: { by: 'author', reason: null } };
    expect(await remove(ann, last._id)).toEqual(gone);
    expect(await remove(ann, last._id)).toEqual(gone);
    expect((await open(ben, chat._id)).messages[1]).toEqual(gone);
    const list = (await world.call('messaging.getChats', { limit: 1 }, { as: cay })).reply;
    expect(list.rows[0]?.messages).toEqual([gone]);
    await say(ben, chat._id, 'On');
    expect(JSON.stringify(liveSince(from))).not.toContain('Secret 81');
    expect(liveSince(from)[0]).toMatchObject({ event: 'chatUpdate', payload: { type: 'changedMessage' } });
    await expect(edit(ann, last._id, 'Other')).rejects.toMatchObject({ code: 'edit.deleted' });
    expect(await restore(ann, last._id)).toEqual(last);
    expect(textsOf(await open(ben, chat._id))).toEqual(['One', 'Secret 81', 'On']);
  });

  test('[BE-1, BE-3] only authors change messages', async () => {
    const chat = await begin(ann, [ben, cay], ['Mine']);
    const { _id: mid } = chat.messages[0]!; // the only one
    const { _id: said } = await inRoom(ann, 'Mine too');
    for (const id of [mid, said]) {
      await expect(edit(ben, id, 'Yours')).rejects.toMatchObject({ code: 'edit.notAuthor' });
      await expect(remove(ben, id, 'Spam')).rejects.toMatchObject({ code: 'edit.notAuthor' });
      await expect(restore(ben, id)).rejects.toMatchObject({ code: 'edit.notAuthor' });
    }
    for (const id of [mid, unknownId]) {
      await expect(edit(eve, id, 'Yours')).rejects.toMatchObject(unknownMessage);
      await expect(remove(eve, id)).rejects.toMatchObject(unknownMessage);
      await expect(restore(eve, id)).rejects.toMatchObject(unknownMessage);
    }
  });

  test('[M-9] who has left a group no longer changes what they wrote there; lines are nobody’s to change', async () => {
    const chat = await begin(fay, [ben, cay], ['Mine']);
    const { _id: mid } = chat.messages[0]!; // the only one
    await world.call('messaging.leave', { chatId: chat._id }, { as: fay });
    await expect(edit(fay, mid, 'Other')).rejects.toMatchObject(unknownMessage);
    await expect(remove(fay, mid)).rejects.toMatchObject(unknownMessage);
    const line = (await open(ben, chat._id)).messages.at(-1);
    await world.call('messaging.addParticipant', { chatId: chat._id, username: 'Fay' }, { as: ben });
    await expect(remove(fay, line?._id ?? '')).rejects.toMatchObject(unknownMessage);
    expect(await edit(fay, mid, 'Other')).toMatchObject({ msg: 'Other' });
  });

  test('[BE-3, M-12] operators delete messages of others in the room, with a reason', async () => {
    const olga = person('Olga', 20);
    await world.foreignEvents(
      'identity',
      envelopesOf('identity', [
        { type: 'UserRegistered', data: { userId: olga.id, name: olga.name } },
        { type: 'OperatorAdded', data: { userId: olga.id } },
      ]),
    );
    const { _id: mid } = await inRoom(ann, 'Buy this');
    const known = { name: 'test.operators', text: 'select id from people where operator' };
    await until('Olga is an operator', async (saw) => saw(await world.database.query(known)).length === 1);
    await expect(remove(olga, mid)).rejects.toMatchObject({ code: 'delete.reason' });
    expect(await remove(olga, mid, 'Spam')).toMatchObject({ msg: '', deleted: { by: 'operator', reason: 'Spam' } });
    await expect(restore(ann, mid)).rejects.toMatchObject({ code: 'edit.notAuthor' });
    // [BM-33] The site's log tells it to operators.
    const log = { limit: 30 };
    const entry = { act: 'postRemoved', by: 'Olga', to: 'Ann', post: { kind: 'message', id: mid }, reason: 'Spam' };
    expect((await world.call('messaging.getOperatorActs', log, { as: olga })).reply).toMatchObject({ rows: [entry] });
    await expect(world.call('messaging.getOperatorActs', log, { as: ann })).rejects.toMatchObject({
      code: 'route.unknown',
    });
    expect(await restore(olga, mid)).toMatchObject({ msg: 'Buy this', deleted: null });
    const chat = await begin(ann, [ben], ['Private']);
    await expect(remove(olga, chat.messages.at(-1)?._id ?? '', 'Spam')).rejects.toMatchObject(unknownMessage);
  });
});

describe('unread messages', () => {
  test('[CA-66, M-1] are counted per chat and in total, and are none once the chat was read', async () => {
    const before = await unread(dan);
    const chat = await begin(ann, [dan, eve], ['One', 'Two']);
    await say(dan, chat._id, 'Mine');
    expect((await open(dan, chat._id)).unread).toBe(2);
    expect(await unread(dan)).toBe(before + 2);
    const head = await events();
    const { reply, positions } = await world.call('messaging.markRead', { chatId: chat._id }, { as: dan });
    expect([reply.unread, positions]).toEqual([0, {}]);
    expect(await unread(dan)).toBe(before);
    const again = await world.call('messaging.markRead', { chatId: chat._id }, { as: dan });
    expect(again.reply).toEqual(reply);
    expect(await events()).toBe(head);
    await say(eve, chat._id, 'Three');
    expect((await open(dan, chat._id)).unread).toBe(1);
  });

  test('are cleared at once in all tabs of the reader, and nobody else is notified', async () => {
    const chat = await begin(ann, [ben, fay], ['One']);
    await until('the chat is published', () =>
      world.published.some((batch) =>
        batch.messages.some((liveMessage) => JSON.stringify(liveMessage).includes(chat._id)),
      ),
    );
    const mark = () => world.call('messaging.markRead', { chatId: chat._id }, { as: ben });
    const from = world.published.length;
    const published = await publishedTo(ben, () => Promise.all([mark(), mark(), mark()]), chat._id);
    expect(published).toEqual([{ chatId: chat._id, unread: 0, total: await unread(ben) }]);
    expect(liveSince(from).flatMap(({ to }) => to)).toEqual([`user:${ben.id}`]);
  });

  test('are counted in each live message, for each recipient', async () => {
    const chat = await begin(ann, [cay, eve], ['One']);
    await say(eve, chat._id, 'Two');
    const published = await publishedTo(cay, () => say(ann, chat._id, 'Three'), 'Three');
    expect(published.at(-1)).toMatchObject({
      chat: { _id: chat._id, messages: [{ msg: 'Three' }], unread: 3 },
      type: 'newMessage',
    });
  });
});

const lockWaits = statement(
  'test.waits',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);

describe('what was read', () => {
  const mark = (as: Actor, chatId: string) => world.call('messaging.markRead', { chatId }, { as });
  const readPositions = async (who: Actor): Promise<number[]> => {
    const text = 'select position from chat_reads where user_id = $1 order by position';
    return (await world.database.query<{ position: number }>(statement('test.reads', text), [who.id])).map(
      ({ position }) => position,
    );
  };

  test('is one row per person and chat, in one statement that waits for a message being posted', async () => {
    const chat = await begin(ann, [ben, dan], ['One']);
    const before = await readPositions(ben);
    await mark(ben, chat._id);
    const [first] = (await readPositions(ben)).filter((position) => !before.includes(position));
    // Marked from many processes at once, while messages arrive.
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? say(ann, chat._id, `${n}`) : mark(ben, chat._id))),
    );
    await mark(ben, chat._id);
    const after = (await readPositions(ben)).filter((position) => !before.includes(position));
    expect(after).toEqual([await events()]);
    expect(after[0]).toBeGreaterThan(first ?? Infinity);
    expect((await open(ben, chat._id)).unread).toBe(0);
    await say(dan, chat._id, 'Two');
    expect((await open(ben, chat._id)).unread).toBe(1);
  });

  test('a message that is posted while the chat is marked stays unread, or is marked with it', async () => {
    const chat = await begin(ann, [ben, eve], ['One']);
    const lock = await hold(
      world.databases.connections.messaging,
      `select 1 from chat_participants where chat_id = '${chat._id}' and user_id = '${ben.id}' for update`,
    );
    // The marking waits with the messages that it has seen; the message is committed before it.
    const said = say(ann, chat._id, 'Two');
    await lock.waiters(1);
    const marked = mark(ben, chat._id);
    await lock.waiters(2);
    await lock.release();
    await Promise.all([said, marked]);
    const counted = (await open(ben, chat._id)).unread;
    await say(ann, chat._id, 'Three');
    expect((await open(ben, chat._id)).unread).toBe(counted + 1);
    const [row] = await world.database.query<{ unread: number; missed: number }>(
      statement(
        'test.counts',
        `select unread, (select count(*) from chat_messages m where m.chat_id = p.chat_id and m.position > p.read_position) as missed
           from chat_participants p where chat_id = $1 and user_id = $2`,
      ),
      [chat._id, ben.id],
    );
    expect(row?.unread).toBe(row?.missed);
  });

  test('survives a rebuild of the read model, also what is marked meanwhile', async () => {
    const chats: string[] = [];
    for (const by of [ann, ben, cay]) chats.push((await begin(by, [fay, dan], ['One']))._id);
    const [before, meanwhile, last] = chats as [string, string, string];
    await mark(fay, before);
    let late: Promise<unknown> | undefined;
    let added = 0;
    const view: View = {
      ...chatView,
      async addKept(tx) {
        await chatView.addKept?.(tx);
        added += 1;
        if (added === 1) await mark(fay, meanwhile);
        else {
          // It waits for the new tables, or it would write into the old ones.
          late = mark(fay, last);
          await until('it waits', async (saw) => saw(await world.database.query(lockWaits)).length > 0);
        }
      },
    };
    const feed: ReadFeed = async (after, limit) =>
      (await world.call('messaging.feed', { after, limit })).reply as Awaited<ReturnType<ReadFeed>>; // of that name
    await rebuildView(view, true, world.database, feed, eventTypes.messaging);
    await late;
    for (const chatId of chats) expect((await open(fay, chatId)).unread).toBe(0);
    for (const chatId of chats) expect((await open(dan, chatId)).unread).toBe(1);
    await say(ann, before, 'Two');
    expect((await open(fay, before)).unread).toBe(1);
  });

  test('is deleted with the account of the person, and not written afterwards', async () => {
    const ida = person('Ida', 18);
    const registered = { type: 'UserRegistered', data: { userId: ida.id, name: ida.name } };
    await world.foreignEvents('identity', envelopesOf('identity', [registered]));
    const chat = await begin(ann, [ida, cay], ['One']);
    await mark(ida, chat._id);
    expect(await readPositions(ida)).toHaveLength(1);
    await world.foreignEvents('identity', envelopesOf('identity', [{ type: 'UserDeleted', data: { userId: ida.id } }]));
    await until('what Ida has read is gone', async (saw) => saw(await readPositions(ida)).length === 0);
    await say(ann, chat._id, 'Two');
    // A gateway reports it when it closes the sockets of the ended session.
    await world.call('messaging.leaveChat', { chatId: chat._id, place: 'g1' }, { as: ida });
    expect(await readPositions(ida)).toEqual([]);
  });

  test('is deleted with the account also if it is written at that moment', async () => {
    const jon = person('Jon', 19);
    const registered = { type: 'UserRegistered', data: { userId: jon.id, name: jon.name } };
    await world.foreignEvents('identity', envelopesOf('identity', [registered]));
    const chat = await begin(ann, [jon, cay], ['One']);
    const lock = await hold(
      world.databases.connections.messaging,
      `select 1 from chat_participants where user_id = '${jon.id}' for update`,
    );
    const marked = mark(jon, chat._id);
    await lock.waiters(1);
    await world.foreignEvents('identity', envelopesOf('identity', [{ type: 'UserDeleted', data: { userId: jon.id } }]));
    await lock.waiters(2);
    await lock.release();
    await marked;
    await until('Jon is gone', async (saw) => saw(await open(ann, chat._id)).participants.includes(deletedUserName));
    expect(await readPositions(jon)).toEqual([]);
  });
});

describe('a chat of twenty that all have open', () => {
  const people = Array.from({ length: 20 }, (_, index) => person(`Reader ${index}`, 30 + index));
  const [writer, other] = people as [Actor, Actor];
  let chat: ChatWire;
  const as = (who: Actor) => ({ as: who });
  const enter = (who: Actor, place = 'g1') => world.call('messaging.enterChat', { chatId: chat._id, place }, as(who));
  const leave = (who: Actor, place = 'g1') => world.call('messaging.leaveChat', { chatId: chat._id, place }, as(who));
  beforeAll(async () => {
    const registered = people.map(({ id, name }) => ({ type: 'UserRegistered', data: { userId: id, name } }));
    await world.foreignEvents('identity', envelopesOf('identity', registered, 7));
    await until('they are known', async () => {
      const count = { name: 'test.readers', text: "select id from people where name like 'Reader %'" };
      return (await world.database.query(count)).length === people.length;
    });
    chat = await begin(writer, people.slice(1), ['Welcome']);
    for (const who of people) await enter(who);
  });

  test('a message is one event and one delivery per participant, and is read by all of them', async () => {
    const before = await events();
    const from = world.published.length;
    await say(writer, chat._id, 'Hello all');
    const liveMessages = () => world.published.slice(from).flatMap((batch) => batch.messages);
    await until('it is published', () => liveMessages().length >= people.length);
    expect(await events()).toBe(before + 1);
    expect(liveMessages().flatMap((liveMessage) => liveMessage.to)).toEqual(people.map(({ id }) => `user:${id}`));
    for (const liveMessage of liveMessages())
      expect(liveMessage).toMatchObject({ payload: { chat: { unread: 0 }, type: 'newMessage' } });
    expect([await unread(other), (await open(other, chat._id)).unread]).toEqual([0, 0]);
  });

  test('stays read for a person who leaves, without an event; later messages are unread', async () => {
    const before = await events();
    await leave(other);
    expect(await unread(other)).toBe(0);
    await leave(other);
    expect([await unread(other), await events()]).toEqual([0, before]);
    await say(writer, chat._id, 'Gone?');
    expect([await unread(other), (await open(other, chat._id)).unread]).toEqual([1, 1]);
    await enter(other);
    expect(await unread(other)).toBe(0);
  });

  test('a person with it open through two gateways has left it when both say so', async () => {
    await enter(other, 'g2');
    await leave(other);
    await say(writer, chat._id, 'Still there?');
    expect(await unread(other)).toBe(0);
    await leave(other, 'g2');
    await say(writer, chat._id, 'Now?');
    expect(await unread(other)).toBe(1);
    await enter(other);
  });

  test('a person whose presence expires has left; a gateway renews it', async () => {
    const present = people.slice(1).map(({ id }) => ({ userId: id, chatId: chat._id }));
    const expire = { name: 'test.expire', text: "update chat_presence set expires_at = now() - interval '1 second'" };
    await world.call('messaging.markRead', { chatId: chat._id }, as(other));
    await world.database.query(expire);
    await say(writer, chat._id, 'Anybody?');
    expect(await unread(other)).toBe(1);
    expect((await world.call('messaging.stayInChats', { place: 'g1', present }, {})).reply).toEqual({ missing: [] });
    expect(await unread(other)).toBe(0);
  });

  test('a late renewal does not bring back a person who has left, and tells its gateway', async () => {
    await leave(other);
    const present = [{ userId: other.id, chatId: chat._id }];
    const { reply } = await world.call('messaging.stayInChats', { place: 'g1', present }, {});
    expect(reply).toEqual({ missing: present });
    await say(writer, chat._id, 'Gone?');
    expect(await unread(other)).toBe(1);
    await enter(other);
  });

  test('outsiders cannot enter', async () => {
    const strange = world.call('messaging.enterChat', { chatId: chat._id, place: 'g1' }, { as: fay });
    await expect(strange).rejects.toMatchObject(unknownChat);
  });
});

describe('the list of one’s chats', () => {
  const hal = person('Hal', 17);

  test('has the most recent chat first, in contiguous pages', async () => {
    const ids: string[] = [];
    for (const others of [[ann], [ben], [cay], [ann, ben], [ann, cay]]) ids.push((await begin(hal, others))._id);
    await say(hal, ids[1] ?? '', 'To the top');
    const expected = [ids[1], ids[4], ids[3], ids[2], ids[0]];
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { reply } = await world.call('messaging.getChats', request, { as: hal });
      expect(reply.total).toBe(5);
      for (const row of reply.rows) expect(row.messages.length).toBeLessThanOrEqual(1);
      paged.push(...reply.rows.map((row) => row._id));
      cursor = reply.next ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(expected);
  });

  test('refuses an invalid cursor', async () => {
    for (const cursor of ['-1', '1; select', '9'.repeat(16)]) {
      await expect(world.call('messaging.getChats', { limit: 2, cursor }, { as: hal })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    }
  });
});

describe('a chat of 20,000 messages', () => {
  test('opens, pages back and goes on', async () => {
    const chat = await begin(ann, [ben, cay, dan]);
    await world.database.query({
      name: 'test.fill',
      text: `insert into chat_messages (id, chat_id, position, from_id, text, posted_at)
             select 'filled ' || n, '${chat._id}', (select position from head) + n, '${ben.id}', 'Message ' || n, now()
               from generate_series(1, 20000) n`,
    });
    await world.database.query({ name: 'test.head', text: 'update head set position = position + 20000' });
    const opened = await open(ann, chat._id);
    expect([opened.messages.length, opened.messages.at(-1)?.msg]).toEqual([limits.messagesPage, 'Message 20000']);
    const back = await open(ann, chat._id, { before: 'filled 10001' });
    expect([back.messages.at(-1)?.msg, back.messages[0]?.msg]).toEqual(['Message 10000', 'Message 9801']);
    expect(textsOf(await say(ann, chat._id, 'On')).at(-1)).toBe('On');
  });
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

test('[BM-41, M-31] a name is completed from the participants of a chat, for them alone', async () => {
  const { _id: chatId } = await begin(ann, [ben, cay]);
  const complete = async (as: Actor, prefix = ''): Promise<string[]> =>
    (await world.call('messaging.completePeople', { chatId, prefix }, { as })).reply.map(({ username }) => username);
  expect(await complete(ben)).toEqual(['Ann', 'Ben', 'Cay']);
  expect(await complete(ben, 'c')).toEqual(['Cay']);
  expect(await complete(ben, 'd')).toEqual([]);
  await expect(complete(dan, 'c')).rejects.toMatchObject(unknownChat);
});
