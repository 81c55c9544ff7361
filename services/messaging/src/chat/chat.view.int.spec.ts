import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { MessagingEvent } from '@parlour/contracts/messaging';
import { type Database, openDatabase } from '@parlour/kernel/database/database';
import { KernelTables1700000000000 } from '@parlour/kernel/database/kernel-tables';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { Messages1760000000000 } from '../migrations/1760000000000-messages.migrations.ts';
import { Presence1760100000000 } from '../migrations/1760100000000-presence.migrations.ts';
import { roomMessageView } from '../room/room-message.view.ts';
import { readChatList, readUnread } from './chat-page.view.ts';
import { chatView } from './chat.view.ts';

const migrations = [KernelTables1700000000000, Messages1760000000000, Presence1760100000000];

function created(chatId: string, ...participants: string[]): MessagingEvent {
  return { type: 'ChatCreated', data: { chatId, createdBy: participants[0] ?? '', participants } };
}

function posted(chatId: string, messageId: string, from: string): MessagingEvent {
  return { type: 'ChatMessagePosted', data: { chatId, messageId, from, text: messageId } };
}

function read(chatId: string, userId: string, messageId: string): MessagingEvent {
  return { type: 'ChatRead', data: { chatId, userId, messageId } };
}

function added(chatId: string, userId: string): MessagingEvent {
  return { type: 'ParticipantAdded', data: { chatId, userId, addedBy: 'ann' } };
}

/** Two interleaved chats, with reads late, early and twice, and a person who joins in between. */
const talk: MessagingEvent[] = [
  created('c1', 'ann', 'ben', 'cay'),
  created('c2', 'ben', 'ann'),
  posted('c1', 'm1', 'ann'),
  posted('c1', 'm2', 'ben'),
  read('c1', 'ben', 'm1'),
  posted('c2', 'm3', 'ben'),
  added('c1', 'dan'),
  posted('c1', 'm4', 'ann'),
  read('c1', 'cay', 'm2'),
  posted('c1', 'm5', 'cay'),
  read('c2', 'ann', 'm3'),
  // The slower of two tabs must not undo what the other has read.
  read('c1', 'cay', 'm1'),
  read('c1', 'dan', 'm4'),
  { type: 'ChatMessageBlanked', data: { chatId: 'c1', messageId: 'm4' } },
  posted('c1', 'm6', 'dan'),
  posted('c2', 'm7', 'ben'),
  added('c2', 'nobody'),
  { type: 'ChatMessageBlanked', data: { chatId: 'c2', messageId: 'm7' } },
];

describeViewContract(chatView, migrations, talk);
describeViewContract(chatView, migrations, readGoldenEvents('messaging'));
describeViewContract(roomMessageView, migrations, [
  { type: 'MessagePosted', data: { messageId: 'm1', from: 'ann', text: 'One' } },
  { type: 'MessagePosted', data: { messageId: 'm2', from: 'ben', text: 'Two' } },
  { type: 'MessageBlanked', data: { messageId: 'm1' } },
]);

describe('unread counts', () => {
  let place: ThrowawayDatabase<'messaging'>;
  let database: Database;

  beforeAll(async () => {
    place = await createThrowawayDatabase({ sources: ['messaging'] });
    database = await openDatabase(place.connections.messaging, { entities: [], migrations }, silentLogger, {
      limits: patientLimits,
    });
    await database.dataSource.runMigrations();
    await database.transaction((tx) => chatView.apply(envelopesOf('messaging', talk), tx));
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  const unreadOf = async (userId: string): Promise<Record<string, number>> => {
    const { rows } = await readChatList(database, { limit: 10 }, userId);
    return Object.fromEntries(rows.map((chat) => [chat._id, chat.unread]));
  };

  test('exclude one’s own messages, and those from before one joined', async () => {
    // ann: m2, m5, m6 of c1; m7 of c2 after m3 was read.
    expect(await unreadOf('ann')).toEqual({ c1: 3, c2: 1 });
    // ben: m1 read; m4, m5, m6.
    expect(await unreadOf('ben')).toEqual({ c1: 3, c2: 0 });
    // cay: up to m2 read; m4, m6.
    expect(await unreadOf('cay')).toEqual({ c1: 2 });
    // dan: joined after m2, read m4; m5.
    expect(await unreadOf('dan')).toEqual({ c1: 1 });
    expect(await unreadOf('eve')).toEqual({});
  });

  test('add up to one number over all chats', async () => {
    const totals = await Promise.all(['ann', 'ben', 'cay', 'dan', 'eve'].map((id) => readUnread(database, id)));
    expect(totals).toEqual([4, 3, 2, 1, 0]);
  });

  test('the most recent chat is the first', async () => {
    const { rows, total } = await readChatList(database, { limit: 10 }, 'ann');
    expect(rows.map((chat) => [chat._id, chat.messages.map((message) => message.msg)])).toEqual([
      // Blanking is not news: the chat keeps its place.
      ['c2', [messages.removedByOperator]],
      ['c1', ['m6']],
    ]);
    expect(total).toBe(2);
  });

  test.each([
    [
      'chats.list',
      `select me.chat_id from chat_participants me where me.user_id = 'ann' and me.last_position < 99
        order by me.last_position desc limit 30`,
      'chat_participants_latest',
    ],
    [
      'a page of messages',
      `select * from chat_messages where chat_id = 'c1' and position < 99 order by position desc limit 200`,
      'chat_messages_latest',
    ],
    [
      'a page of the room',
      'select * from room_messages where position < 99 order by position desc limit 200',
      'room_messages_latest',
    ],
    [
      'the unread count',
      `select sum(unread) from chat_participants where user_id = 'ann' and unread > 0`,
      'chat_participants_unread',
    ],
  ])('%s has its index', async (_, sql, index) => {
    const plan = await database.transaction(async (tx) => {
      await tx.query({ name: 'test.noScan', text: 'set local enable_seqscan = off' });
      await tx.query({ name: 'test.noSort', text: 'set local enable_sort = off' });
      return tx.query<{ 'QUERY PLAN': string }>({ name: `test.${index}`, text: `explain ${sql}` });
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
  });
});
