import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { costsOf, type SentStatement, statementsOf } from '@parlour/kernel/testing/statement-costs';
import { until } from '@parlour/kernel/testing/until';
import { readTellableChats } from './chat/chat.queries.ts';
import { messagingDefinition } from './messaging.module.ts';

const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const people = ['Reader', 'Other', 'Newcomer', 'Third'].map((name, index): Actor => ({ id: idOf(index), name }));
const [reader, other, newcomer] = people as [Actor, Actor, Actor];
const popular: Actor = { id: idOf(9), name: 'Popular' };
const longChat = idOf(10);

let world: ServiceWorld;
const sql = <Row extends object>(text: string): Promise<Row[]> => world.database.query<Row>(statement('', text));

beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  const registered = people.map(({ id, name }) => ({ type: 'UserRegistered', data: { userId: id, name } }));
  await world.foreignEvents('identity', envelopesOf('identity', registered));
  await until('the people are known', async () => (await sql('select id from people')).length === people.length);
  await fill();
});
afterAll(() => world.close());

/** A busy site; the reader is in 300 of 20,000 chats, one of which has 20,000 messages. */
async function fill(): Promise<void> {
  await sql(`insert into people (id, name, canonical_name)
    select id, id, id from (
      select 'person ' || n || ' ' || place as id from generate_series(0, 9999) n, generate_series(0, 1) place) p`);
  await sql(`insert into room_messages (id, position, from_id, text, posted_at)
    select 'in room ' || n, n, '${other.id}', 'Message ' || n, now() from generate_series(1, 20000) n`);
  await sql(`insert into chat_messages (id, chat_id, position, from_id, text, posted_at)
    select 'in long ' || n, '${longChat}', n, '${other.id}', 'Message ' || n, now() from generate_series(1, 20000) n
    union all
    select 'in chat ' || n, 'chat ' || n, n, '${other.id}', 'Message ' || n, now() from generate_series(1, 20000) n`);
  await sql(`insert into chat_participants
      (chat_id, user_id, joined_position, place, last_position, read_position, unread)
    select 'chat ' || n, 'person ' || n % 100 || ' ' || place, n, place, n, n, n % 50
      from generate_series(1, 20000) n, generate_series(0, 1) place
    union all
    select 'chat ' || n, '${reader.id}', n, 2, n, n, n % 10 from generate_series(1, 300) n
    union all
    select '${longChat}', id, 1, 0, 20000, 1, 1 from people where id not like 'person %'`);
  await sql(`insert into chats (id, name, is_group) select 'chat ' || n, 'Chat ' || n, true from generate_series(1, 20000) n
    union all select '${longChat}', null, true`);
  await sql(`insert into muted_chats (user_id, chat_id)
    select 'person ' || n % 100 || ' 0', 'chat ' || n from generate_series(1, 20000) n`);
  await sql('analyze');
}

function readsOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<SentStatement[]> {
  const call = (): Promise<unknown> => world.call(name, request, { as: reader, minPositions: {} });
  return statementsOf(world.database, (sent) => /^(chat|room)/.test(sent), call);
}

const limit = limits.messagesPage;
const reads: readonly (readonly [what: string, name: RpcName, request: object, index: string, most: number])[] = [
  ['the room', 'messaging.getMessages', { limit }, 'room_messages_latest', 700],
  ['the room, deep', 'messaging.getMessages', { limit, before: 'in room 9999' }, 'room_messages_latest', 700],
  ['chats', 'messaging.getChats', { limit: 30 }, 'chat_participants_latest', 1_200],
  ['chats, deep', 'messaging.getChats', { limit: 30, cursor: '150' }, 'chat_participants_latest', 1_200],
  ['a chat', 'messaging.getChat', { chatId: longChat, limit }, 'chat_messages_latest', 700],
  ['a chat, deep', 'messaging.getChat', { chatId: longChat, limit, before: 'in long 99' }, 'chat_messages_latest', 700],
  ['the unread count', 'messaging.unread', {}, 'chat_participants_unread', 600],
];

describe('a read among many messages and chats', () => {
  test.each(reads)(
    '%s: one statement, which uses an index and reads few rows',
    async (_, name, request, index, most) => {
      const sent = await readsOf(name, request as Rpc[typeof name]['request']);
      expect(sent).toHaveLength(1);
      const { ways, touched } = await costsOf(world.database, sent);
      expect(ways).toContain(index);
      expect(touched).toBeLessThan(most);
    },
  );
});

test('live messages of several chats sum up once what each participant has not read', async () => {
  // The same two people and the reader, with 180 to 270 unread chats each.
  const ids = ['chat 1', 'chat 101', 'chat 201'];
  const sent = await statementsOf(
    world.database,
    (name) => name === 'chats.tellable',
    () => readTellableChats(world.database, ids),
  );
  const { rowsOf, ways } = await costsOf(world.database, sent);
  expect(ways).toContain('chat_participants_unread');
  expect(rowsOf['chat_participants']).toBeLessThan(800);
});

test('[M-4] a total counts 1,000 chats with unread messages, however many strangers have begun', async () => {
  await sql(`insert into chat_participants
      (chat_id, user_id, joined_position, place, last_position, read_position, unread)
    select 'chat ' || n, '${popular.id}', n, 3, n, 0, 2 from generate_series(1, 3000) n`);
  await sql(`insert into muted_chats (user_id, chat_id)
    select '${popular.id}', 'chat ' || n from generate_series(1, 1500) n`);
  const { reply } = await world.call('messaging.unread', {}, { as: popular });
  expect(reply.unread).toBe(2_000);
  const told = await readTellableChats(world.database, ['chat 1']);
  expect(told.get('chat 1')?.members.find(({ id }) => id === popular.id)).toMatchObject({ unread: 2, total: 2_000 });
});

describe('the statements of a command beside those of the log', () => {
  let chatId: string;
  let mid: string;
  beforeAll(async () => {
    const request = { participants: ['Other', 'Newcomer', 'Third'], messages: ['Unread'] };
    chatId = (await world.call('messaging.createChat', request, { as: other })).reply._id;
    const { reply } = await world.call('messaging.addChatMessage', { chatId, msg: 'Hi' }, { as: newcomer });
    mid = reply.messages.at(-1)?._id ?? '';
  });

  const commands: readonly (readonly [name: RpcName, request: object, own: string[], published: string[]])[] = [
    ['messaging.addMessage', { msg: 'Hi' }, ['room_messages.insert', 'room_messages.byIds'], ['room_messages.byIds']],
    [
      'messaging.createChat',
      { participants: ['Newcomer', 'Reader'], messages: ['Hi'] },
      [
        'chats.pair',
        'chats.insert',
        'chat_messages.insert',
        'chat_participants.insert.many',
        'chat_participants.posted',
        'chats.page',
      ],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
    [
      'messaging.createChat',
      { participants: ['Newcomer', 'Other', 'Reader'], messages: [] },
      ['chats.insert', 'chat_participants.insert.many', 'chats.page'],
      ['chats.tellable'],
    ],
    [
      'messaging.addChatMessage',
      { msg: 'Hi' },
      ['chats.blocked', 'chat_messages.insert', 'chat_participants.posted', 'chats.page'],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
    [
      'messaging.addParticipant',
      { username: 'Reader' },
      ['chat_messages.insert', 'chat_participants.insert', 'chat_participants.posted', 'chats.page'],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
    [
      'messaging.rename',
      { name: 'Bakers' },
      ['chats.update.name', 'chat_messages.insert', 'chat_participants.posted', 'chats.page'],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
    [
      'messaging.editMessage',
      { msg: 'Hello', version: 1 },
      ['messages.find', 'chats.blocked', 'chat_messages.update.editedAt.text.version', 'chat_messages.byIds'],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
    [
      'messaging.deleteMessage',
      { reason: '' },
      ['messages.find', 'chat_messages.update.deleteReason.deletedAt.deletedBy', 'chat_messages.byIds'],
      ['chat_messages.byIds', 'chats.tellable', 'chat_participants.standing'],
    ],
    [
      'messaging.restoreMessage',
      {},
      [
        'messages.find',
        'chats.blocked',
        'chat_messages.update.deleteReason.deletedAt.deletedBy',
        'chat_messages.byIds',
      ],
      ['chat_messages.byIds', 'chats.tellable', 'chat_participants.standing'],
    ],
    ['messaging.mute', { muted: true }, ['chats.page'], []],
    ['messaging.mute', { muted: false }, ['chats.page'], []],
    ['messaging.markRead', {}, ['chatReads.mark', 'chats.page'], ['chats.readers']],
    [
      'messaging.leave',
      {},
      ['chat_participants.remove', 'chat_messages.insert', 'chat_participants.posted', 'chats.left'],
      ['chat_messages.byIds', 'chats.tellable'],
    ],
  ];

  test.each(commands)('%s %j', async (name, request, own, published) => {
    const sent: string[] = [];
    world.database.onStatement = (asked) => sent.push(asked);
    const from = world.published.length;
    await world.call(name, { chatId, mid, ...request } as Rpc[typeof name]['request'], { as: newcomer });
    await until('the live messages', (saw) =>
      saw(world.published.slice(from)).some(({ messages, state }) => messages.length + state.length > 0),
    );
    world.database.onStatement = undefined;
    expect(sent.filter((asked) => /^(chat|room|messages)/.test(asked)).sort()).toEqual([...own, ...published].sort());
  });
});
