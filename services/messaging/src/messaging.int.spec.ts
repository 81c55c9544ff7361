import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
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

async function unread(as: Actor): Promise<number> {
  return (await world.call('messaging.unread', {}, { as })).reply.unread;
}

const textsOf = (chat: Pick<ChatWire, 'messages'>): string[] => chat.messages.map((message) => message.msg);

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  world.database.onStatement = (name) => statements.push(name);
  await work();
  world.database.onStatement = undefined;
  // The relay and the consumers query at the same time.
  return statements.filter((name) => /^(chat|room)/i.test(name));
}

/** The live messages for this person's sockets during some work, up to the one with this text. */
async function publishedTo(who: Actor, work: () => Promise<unknown>, text: string): Promise<unknown[]> {
  const from = world.published.length;
  await work();
  const liveMessages = () =>
    world.published
      .slice(from)
      .flatMap((batch) => batch.tells.filter((liveMessage) => liveMessage.to.includes(`user:${who.id}`)));
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
    const first = await world.call('messaging.addMessage', { msg: ' Hello! ' }, { as: ann, key: 'hello' });
    const again = await world.call('messaging.addMessage', { msg: ' Hello! ' }, { as: ann, key: 'hello' });
    expect(first.reply).toMatchObject({ msg: 'Hello!', msgFrom: 'Ann' });
    expect(again).toEqual(first);
    expect((await room()).filter(({ msg }) => msg === 'Hello!')).toHaveLength(1);
    const liveMessages = () => world.published.slice(from).flatMap((batch) => batch.tells);
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

  test('is read by one statement', async () => {
    expect(await statementsOf(() => room())).toEqual(['roomMessages.page']);
  });
});

describe('beginning a chat', () => {
  test('answers the chat, with its messages', async () => {
    expect(await begin(ann, [ben, cay], ['Hello', 'both'])).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      participants: ['Ann', 'Ben', 'Cay'],
      messages: ['Hello', 'both'].map((msg) => expect.objectContaining({ msg, msgFrom: 'Ann' })),
      unread: 0,
    });
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
      world.published.slice(from).flatMap((batch) => batch.tells.flatMap((liveMessage) => liveMessage.to));
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
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject(missing);
  });
});

describe('in a chat', () => {
  test('a message is the last one, and the answer ends with it', async () => {
    const chat = await begin(ann, [cay, fay]);
    await say(ann, chat._id, 'One');
    const { messages: said, ...rest } = await say(fay, chat._id, ' Two ');
    expect(said.at(-1)).toMatchObject({ msg: 'Two', msgFrom: 'Fay' });
    expect(rest).toEqual({ _id: chat._id, participants: ['Ann', 'Cay', 'Fay'], unread: 1 });
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

  test('[CA-65, M-6] a person can be added if there are three, and reads all of it', async () => {
    const chat = await begin(ann, [ben, cay], ['Before']);
    const add = { chatId: chat._id, username: 'dan' };
    const { reply } = await world.call('messaging.addParticipant', add, { as: ben });
    expect(reply.participants).toEqual(['Ann', 'Ben', 'Cay', 'Dan']);
    const opened = await open(dan, chat._id);
    expect([textsOf(opened), opened.unread]).toEqual([['Before'], 0]);
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
    await world.foreignEvents('identity', envelopesOf('identity', [{ type: 'UserDeleted', data: { userId: gus.id } }]));
    await until('Gus is gone', async () => (await open(cay, chat._id)).participants.includes(deletedUserName));
    const opened = await open(cay, chat._id);
    expect(opened.participants).toEqual([deletedUserName, 'Cay']);
    expect(opened.messages[0]?.msgFrom).toBe(deletedUserName);
    await expect(begin(ann, [gus])).rejects.toMatchObject({ code: 'user.unknown' });
  });
});

describe('unread messages', () => {
  test('[CA-66, M-1] are counted per chat and in total, and are none once the chat was read', async () => {
    const before = await unread(dan);
    const chat = await begin(ann, [dan, eve], ['One', 'Two']);
    await say(dan, chat._id, 'Mine');
    expect((await open(dan, chat._id)).unread).toBe(2);
    expect(await unread(dan)).toBe(before + 2);
    const { reply, positions } = await world.call('messaging.markRead', { chatId: chat._id }, { as: dan });
    expect(reply.unread).toBe(0);
    expect(positions.messaging).toBeGreaterThan(0);
    expect(await unread(dan)).toBe(before);
    // No second event for what is already read.
    const again = await world.call('messaging.markRead', { chatId: chat._id }, { as: dan });
    expect([again.reply, again.positions]).toEqual([reply, {}]);
    await say(eve, chat._id, 'Three');
    expect((await open(dan, chat._id)).unread).toBe(1);
  });

  test('are cleared at once in all tabs of the reader, and nobody else is notified', async () => {
    const chat = await begin(ann, [ben, fay], ['One']);
    await until('the chat is published', () =>
      world.published.some((batch) =>
        batch.tells.some((liveMessage) => JSON.stringify(liveMessage).includes(chat._id)),
      ),
    );
    const mark = () => world.call('messaging.markRead', { chatId: chat._id }, { as: ben });
    const from = world.published.length;
    const published = await publishedTo(ben, () => Promise.all([mark(), mark(), mark()]), chat._id);
    expect(published).toEqual([{ chatId: chat._id, unread: 0, total: await unread(ben) }]);
    const rooms = world.published.slice(from).flatMap((batch) => batch.tells.flatMap((liveMessage) => liveMessage.to));
    expect(rooms).toEqual([`user:${ben.id}`]);
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

describe('a chat of twenty that all have open', () => {
  const people = Array.from({ length: 20 }, (_, index) => person(`Reader ${index}`, 30 + index));
  const [writer, other] = people as [Actor, Actor];
  let chat: ChatWire;
  const as = (who: Actor) => ({ as: who });
  const enter = (who: Actor, place = 'g1') => world.call('messaging.enterChat', { chatId: chat._id, place }, as(who));
  const leave = (who: Actor, place = 'g1') => world.call('messaging.leaveChat', { chatId: chat._id, place }, as(who));
  const events = async () =>
    (
      await world.database.query<{ head: number }>({ name: 'test.events', text: 'select position as head from head' })
    )[0]?.head ?? 0;

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
    const liveMessages = () => world.published.slice(from).flatMap((batch) => batch.tells);
    await until('it is published', () => liveMessages().length >= people.length);
    expect(await events()).toBe(before + 1);
    expect(liveMessages().flatMap((liveMessage) => liveMessage.to)).toEqual(people.map(({ id }) => `user:${id}`));
    for (const liveMessage of liveMessages())
      expect(liveMessage).toMatchObject({ payload: { chat: { unread: 0 }, type: 'newMessage' } });
    expect([await unread(other), (await open(other, chat._id)).unread]).toEqual([0, 0]);
  });

  test('stays read for a person who leaves, by one event; later messages are unread', async () => {
    const before = await events();
    await leave(other);
    expect(await events()).toBe(before + 1);
    await leave(other);
    expect([await unread(other), await events()]).toEqual([0, before + 1]);
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

  test('is read by one statement, like a chat and the unread count', async () => {
    const chat = await begin(ann, [ben]);
    const list = () => world.call('messaging.getChats', { limit: 30 }, { as: ann });
    expect(await statementsOf(list)).toEqual(['chats.list']);
    expect(await statementsOf(() => open(ann, chat._id))).toEqual(['chats.pages']);
    expect(await statementsOf(() => unread(ann))).toEqual(['chats.unread']);
  });
});

describe('a chat of 20,000 messages', () => {
  test('opens, pages back, goes on and is marked without reading it all', async () => {
    const chat = await begin(ann, [ben, cay, dan]);
    await world.database.query({
      name: 'test.fill',
      text: `insert into chat_messages (id, chat_id, position, from_id, text, posted_at)
             select 'filled ' || n, '${chat._id}', (select position from head) + n, '${ben.id}', 'Message ' || n, now()
               from generate_series(1, 20000) n`,
    });
    await world.database.query({ name: 'test.head', text: 'update head set position = position + 20000' });
    await world.database.query({ name: 'test.analyze', text: 'analyze chat_messages' });
    const opened = await open(ann, chat._id);
    expect([opened.messages.length, opened.messages.at(-1)?.msg]).toEqual([limits.messagesPage, 'Message 20000']);
    const back = await open(ann, chat._id, { before: 'filled 10001' });
    expect([back.messages.at(-1)?.msg, back.messages[0]?.msg]).toEqual(['Message 10000', 'Message 9801']);
    const buffers = async (before: string | null): Promise<number> => {
      const [row] = await world.database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
        name: `test.explain.${before}`,
        text: `explain (analyze, buffers, format json)
               select * from chat_messages cm where cm.chat_id = '${chat._id}'
                  and cm.position < coalesce((select b.position from chat_messages b where b.id = ${
                    before === null ? 'null' : `'${before}'`
                  }), 9223372036854775807)
                order by cm.position desc limit 200`,
      });
      const plan = row?.['QUERY PLAN'][0].Plan ?? {};
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    expect(await buffers(null)).toBeLessThan(40);
    expect(await buffers('filled 10001')).toBeLessThan(40);
    expect(textsOf(await say(ann, chat._id, 'On')).at(-1)).toBe('On');
  });
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
