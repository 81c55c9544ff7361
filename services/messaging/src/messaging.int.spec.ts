import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import type { Actor } from '@parlour/contracts/envelope';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { peopleOf, personOf } from '@parlour/kernel/testing/people';
import { until } from '@parlour/kernel/testing/until';
import { type MessagingWorld, startMessaging, textsOf, unknownId } from './testing/messaging-world.ts';

const unknownChat = { code: 'chat.unknown', message: messages.chatUnknown };

const [ann, ben, cay, dan, eve, fay] = peopleOf('Ann', 'Ben', 'Cay', 'Dan', 'Eve', 'Fay');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan, eve, fay);
});
afterAll(() => world.close());

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
    expect(await world.begin(ann, [ben, cay], ['Hello', 'both'])).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      participants: ['Ann', 'Ben', 'Cay'],
      messages: ['Hello', 'both'].map((msg) => expect.objectContaining({ msg, msgFrom: 'Ann' })),
      unread: 0,
      name: null,
      group: true,
      muted: false,
    });
    expect(await world.begin(ann, [eve])).toMatchObject({ group: false });
  });

  test('takes names case-insensitively, and each person once', async () => {
    const request = { participants: ['ann', 'CAY', 'Cay', 'ANN'], messages: [] };
    const { reply } = await world.call('messaging.createChat', request, { as: ann });
    expect(reply.participants).toEqual(['Ann', 'Cay']);
  });

  test('[M-3] two people have one chat, whoever begins it, and messages go there', async () => {
    const first = await world.begin(ann, [dan], ['One']);
    const second = await world.begin(dan, [ann], ['Two']);
    expect(second._id).toBe(first._id);
    expect(textsOf(await world.open(ann, first._id))).toEqual(['One', 'Two']);
    expect((await world.begin(ann, [dan]))._id).toBe(first._id);
    expect((await world.begin(ann, [dan, cay]))._id).not.toBe(first._id);
  });

  test('[M-3] even if both begin it at once, many times', async () => {
    const pair = [eve, fay] as const;
    const chats = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.begin(pair[n % 2 === 0 ? 0 : 1], [pair[n % 2 === 0 ? 1 : 0]], [`${n}`]),
      ),
    );
    expect(new Set(chats.map((chat) => chat._id)).size).toBe(1);
    const whole = textsOf(await world.open(eve, chats[0]?._id ?? ''));
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
  await world.begin(ann, [ben]);
  expect(await attempt([ann, ben])).toMatchObject({ code: 'chat.participants' });
  expect(await attempt([ben, dan])).toMatchObject({ code: 'chat.participants' });
});

describe('[M-2] an outsider of a chat', () => {
  test.each<[string, (chatId: string) => Promise<unknown>]>([
    ['cannot read it', (chatId) => world.open(eve, chatId)],
    ['cannot read it from a message on', (chatId) => world.open(eve, chatId, { before: unknownId })],
    ['cannot write in it', (chatId) => world.say(eve, chatId, 'Hello')],
    ['cannot mark it', (chatId) => world.markRead(eve, chatId)],
    ['cannot add themselves', (chatId) => world.add(eve, chatId, 'Eve')],
    ['learns of no names', (chatId) => world.add(eve, chatId, 'Nobody')],
    ['cannot leave it', (chatId) => world.leave(eve, chatId)],
    ['cannot name it', (chatId) => world.rename(eve, chatId, 'Mine')],
    ['cannot mute it', (chatId) => world.call('messaging.mute', { chatId, muted: true }, { as: eve })],
  ])('%s', async (_, attempt) => {
    const chat = await world.begin(ann, [ben, cay], ['Secret']);
    await expect(attempt(chat._id)).rejects.toMatchObject(unknownChat);
    await expect(attempt(unknownId)).rejects.toMatchObject(unknownChat);
    expect(textsOf(await world.open(ann, chat._id))).toEqual(['Secret']);
  });

  test('finds it in no list and no number, and gets no message of it', async () => {
    const from = world.published.length;
    const chat = await world.begin(ann, [ben], ['Secret']);
    await world.say(ben, chat._id, 'Indeed');
    expect(await world.chatsOf(cay)).not.toContain(chat._id);
    await world.liveMessages();
    const rooms = world.liveSince(from).flatMap(({ to }) => to);
    expect(rooms).toHaveLength(4);
    expect(new Set(rooms)).toEqual(new Set([`user:${ann.id}`, `user:${ben.id}`]));
  });

  test('also includes people without a session', async () => {
    const chat = await world.begin(ann, [ben]);
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
    const chat = await world.begin(ann, [cay, fay]);
    await world.say(ann, chat._id, 'One');
    const { messages: said, ...rest } = await world.say(fay, chat._id, 'Two ');
    expect(said.at(-1)).toMatchObject({ msg: 'Two', msgFrom: 'Fay' });
    expect(rest).toMatchObject({ _id: chat._id, participants: ['Ann', 'Cay', 'Fay'], unread: 1 });
    expect(textsOf(await world.open(cay, chat._id))).toEqual(['One', 'Two']);
  });

  test('concurrent messages are each answered with their own as the last', async () => {
    const chat = await world.begin(ann, [ben, fay]);
    const texts = Array.from({ length: 60 }, (_, n) => `${n}`);
    const answers = await Promise.all(texts.map((text) => world.say(ann, chat._id, text)));
    expect(answers.map((answer) => textsOf(answer).at(-1))).toEqual(texts);
    expect(Math.max(...answers.map((answer) => answer.messages.length))).toBe(limits.messagesAnswered);
  });

  test('[M-5] blank messages are refused, and a page before a message of another chat', async () => {
    const chat = await world.begin(ann, [ben, eve], ['One']);
    const other = await world.begin(ann, [cay, eve], ['Two']);
    await expect(world.say(ann, chat._id, ' ')).rejects.toMatchObject({
      code: 'text.empty',
      message: messages.messageEmpty,
    });
    const before = other.messages[0]?._id ?? '';
    await expect(world.open(ann, chat._id, { before })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('a message with one key is posted once', async () => {
    const chat = await world.begin(ann, [dan, fay]);
    const request = { chatId: chat._id, msg: 'Once' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.call('messaging.addChatMessage', request, { as: ann, key: 'one key' })),
    );
    expect(new Set(answers.map(({ reply }) => reply.messages.at(-1)?._id)).size).toBe(1);
    expect(textsOf(await world.open(ann, chat._id))).toEqual(['Once']);
  });

  test('[CA-65, M-6, M-9] a person can be added if there are three, and reads all of it; a line says so', async () => {
    const chat = await world.begin(ann, [ben, cay], ['Before']);
    const later = await world.begin(ann, [ben, cay]);
    const add = () => world.add(ben, chat._id, 'dan');
    const published = await world.publishedTo(cay, add, 'newParticipant');
    const line = { msg: 'added Dan', msgFrom: 'Ben', notice: 'added' };
    expect(published).toMatchObject([{ chat: { _id: chat._id, messages: [line], unread: 1 }, type: 'newParticipant' }]);
    const opened = await world.open(dan, chat._id);
    expect(opened).toMatchObject({ messages: [{ msg: 'Before', notice: null }, line], unread: 0 });
    expect(await world.chatsOf(cay, 2)).toEqual([chat._id, later._id]);
    // Nothing happens to those who are there.
    expect((await add()).participants).toEqual(['Ann', 'Ben', 'Cay', 'Dan']);
    expect(textsOf(await world.open(dan, chat._id))).toEqual(['Before', 'added Dan']);
    const pair = await world.begin(ann, [cay]);
    const refused = { code: 'chat.twoPeople', message: messages.chatTwoPeople };
    await expect(world.add(ann, pair._id, 'Dan')).rejects.toMatchObject(refused);
    await expect(world.add(ann, chat._id, 'Nobody')).rejects.toMatchObject({ code: 'user.unknown' });
  });

  test('[U-5] a deleted account is shown as a deleted user, and nobody can begin a chat with it', async () => {
    const [gus] = await world.people('Gus');
    // At once: a just registered user is known.
    const request = { participants: ['Ann', 'Gus'], messages: [] };
    const { reply } = await world.call('messaging.createChat', request, { as: ann, minPositions: {} });
    expect(reply.participants).toEqual(['Ann', 'Gus']);
    const chat = await world.begin(gus, [cay], ['Bye']);
    const group = await world.begin(ann, [ben, cay]);
    await world.add(ben, group._id, 'Gus');
    await world.append('identity', { type: 'UserDeleted', data: { userId: gus.id } });
    await until('Gus is gone', async () => (await world.open(cay, chat._id)).participants.includes(deletedUserName));
    const opened = await world.open(cay, chat._id);
    expect(opened.participants).toEqual([deletedUserName, 'Cay']);
    expect(opened.messages[0]?.msgFrom).toBe(deletedUserName);
    expect(textsOf(await world.open(ann, group._id))).toEqual([`added ${deletedUserName}`]);
    await expect(world.begin(ann, [gus])).rejects.toMatchObject({ code: 'user.unknown' });
  });
});

describe('the list of one’s chats', () => {
  const hal = personOf('Hal');

  test('has the most recent chat first, in contiguous pages', async () => {
    const ids: string[] = [];
    for (const others of [[ann], [ben], [cay], [ann, ben], [ann, cay]]) ids.push((await world.begin(hal, others))._id);
    await world.say(hal, ids[1] ?? '', 'To the top');
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
    const chat = await world.begin(ann, [ben, cay, dan]);
    await world.sql(
      `insert into chat_messages (id, chat_id, position, from_id, text, posted_at)
       select 'filled ' || n, '${chat._id}', (select position from head) + n, '${ben.id}', 'Message ' || n, now()
         from generate_series(1, 20000) n`,
    );
    await world.sql('update head set position = position + 20000');
    const opened = await world.open(ann, chat._id);
    expect([opened.messages.length, opened.messages.at(-1)?.msg]).toEqual([limits.messagesPage, 'Message 20000']);
    const back = await world.open(ann, chat._id, { before: 'filled 10001' });
    expect([back.messages.at(-1)?.msg, back.messages[0]?.msg]).toEqual(['Message 10000', 'Message 9801']);
    expect(textsOf(await world.say(ann, chat._id, 'On')).at(-1)).toBe('On');
  });
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

test('[BM-41, M-31] a name is completed from the participants of a chat, for them alone', async () => {
  const { _id: chatId } = await world.begin(ann, [ben, cay]);
  const complete = async (as: Actor, prefix = ''): Promise<string[]> =>
    (await world.call('messaging.completePeople', { chatId, prefix }, { as })).reply.map(({ username }) => username);
  expect(await complete(ben)).toEqual(['Ann', 'Ben', 'Cay']);
  expect(await complete(ben, 'c')).toEqual(['Cay']);
  expect(await complete(ben, 'd')).toEqual([]);
  await expect(complete(dan, 'c')).rejects.toMatchObject(unknownChat);
});
