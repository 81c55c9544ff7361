import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { type Database, openDatabase } from '@parlour/kernel/database/database';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { chatView } from './chat/chat.projection.ts';
import { readChatList } from './chat/chat.queries.ts';
import { markChatRead, readUnread } from './chat/reading.queries.ts';
import { messagingDefinition } from './messaging.module.ts';
import { muteView } from './mute/mute.projection.ts';
import { roomMessageView } from './room/room-message.projection.ts';

const { migrations } = messagingDefinition.database;

function created(chatId: string, ...participants: string[]): MessagingEvent {
  return { type: 'ChatCreated', data: { chatId, createdBy: participants[0] ?? '', participants } };
}

function posted(chatId: string, messageId: string, from: string): MessagingEvent {
  return { type: 'ChatMessagePosted', data: { chatId, messageId, from, text: messageId } };
}

function added(chatId: string, userId: string): MessagingEvent {
  return { type: 'ParticipantAdded', data: { chatId, userId, addedBy: 'ann' } };
}

function left(chatId: string, userId: string): MessagingEvent {
  return { type: 'ParticipantLeft', data: { chatId, userId } };
}

function renamed(chatId: string, name: string | null): MessagingEvent {
  return { type: 'ChatRenamed', data: { chatId, name, renamedBy: 'ann' } };
}

function muted(chatId: string, userId: string, isMuted: boolean): MessagingEvent {
  return { type: 'ChatMuted', data: { chatId, userId, muted: isMuted } };
}

function edited(chatId: string | null, messageId: string, version: number): MessagingEvent {
  return {
    type: 'PostEdited',
    data: { editedBy: 'ann', chatId, messageId, version, text: `${messageId}, ${version}` },
  };
}

function deleted(chatId: string | null, messageId: string): MessagingEvent {
  const data = {
    chatId,
    messageId,
    by: 'author',
    deletedBy: 'ann',
    reason: null,
    deletedAt: '2026-01-05T09:03:07.000Z',
  } as const;
  return { type: 'PostDeleted', data };
}

function restored(chatId: string | null, messageId: string): MessagingEvent {
  return { type: 'PostRestored', data: { chatId, messageId, restoredBy: 'ann' } };
}

/** Two interleaved chats, and a person who joins in between. */
const talk: MessagingEvent[] = [
  created('c1', 'ann', 'ben', 'cay'),
  created('c2', 'ben', 'ann'),
  posted('c1', 'm1', 'ann'),
  posted('c1', 'm2', 'ben'),
  posted('c2', 'm3', 'ben'),
  added('c1', 'dan'),
  posted('c1', 'm4', 'ann'),
  posted('c1', 'm5', 'cay'),
  { type: 'PostErased', data: { chatId: 'c1', messageId: 'm4' } },
  posted('c1', 'm6', 'dan'),
  added('c2', 'nobody'),
  posted('c2', 'm7', 'ben'),
  { type: 'PostErased', data: { chatId: 'c2', messageId: 'm7' } },
];

/** Deletions and restorations, of what some have read and others have not. */
function removals(): MessagingEvent[] {
  return [
    ...talk,
    deleted('c1', 'm1'),
    deleted('c1', 'm4'),
    deleted('c1', 'm4'),
    deleted('c2', 'm7'),
    restored('c1', 'm4'),
    deleted('c1', 'm5'),
    added('c1', 'eve'),
    restored('c2', 'm7'),
    restored('c1', 'm1'),
    posted('c1', 'm8', 'eve'),
    deleted('c1', 'm8'),
    deleted('c1', 'm6'),
    restored('c1', 'm5'),
    left('c1', 'cay'),
    restored('c1', 'm8'),
    deleted(null, 'm9'),
  ];
}

describeViewContract(chatView, migrations, talk);
describeViewContract(chatView, migrations, readGoldenEvents('messaging'));
// People who leave and come back, with messages before, between and after.
describeViewContract(chatView, migrations, [
  created('c1', 'ann', 'ben', 'cay'),
  posted('c1', 'm1', 'ann'),
  renamed('c1', 'Bakers'),
  posted('c1', 'm2', 'cay'),
  left('c1', 'ben'),
  posted('c1', 'm3', 'ann'),
  renamed('c1', null),
  added('c1', 'ben'),
  posted('c1', 'm4', 'ann'),
  edited('c1', 'm2', 2),
  renamed('c1', 'Sunday'),
  deleted('c1', 'm1'),
  edited('c1', 'm2', 3),
  edited(null, 'm4', 2),
  left('c1', 'cay'),
  restored('c1', 'm1'),
  deleted('c1', 'm2'),
]);
describeViewContract(chatView, migrations, removals());
describeViewContract(muteView, migrations, [
  muted('c1', 'ann', true),
  muted('global', 'ann', true),
  muted('c1', 'ben', true),
  muted('c1', 'ann', false),
  muted('c1', 'ann', true),
  muted('global', 'ann', false),
]);
describeViewContract(roomMessageView, migrations, [
  { type: 'MessagePosted', data: { messageId: 'm1', from: 'ann', text: 'One' } },
  { type: 'MessagePosted', data: { messageId: 'm2', from: 'ben', text: 'Two' } },
  edited(null, 'm1', 2),
  edited(null, 'm2', 2),
  deleted(null, 'm2'),
  { type: 'PostErased', data: { messageId: 'm1', chatId: null } },
  edited('c1', 'm2', 3),
  restored(null, 'm2'),
  edited(null, 'm2', 3),
  deleted(null, 'm2'),
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
    await database.transaction((tx) => applyViews([chatView], envelopesOf('messaging', talk), tx));
    // Up to m1, m2, m3 and m4.
    await database.dataSource.query(`insert into chat_reads (user_id, chat_id, position)
      values ('ben', 'c1', 3), ('cay', 'c1', 4), ('ann', 'c2', 5), ('dan', 'c1', 7)`);
    await chatView.addKept?.(database);
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  const unreadOf = async (userId: string): Promise<Record<string, number>> => {
    const { rows } = await readChatList(database, { limit: 10 }, userId);
    return Object.fromEntries(rows.parse().map((chat) => [chat._id, chat.unread]));
  };

  test('[M-12] are after each deletion and restoration what a recount would give', async () => {
    const recount = {
      name: 'test.recount',
      text: `select p.unread, (select count(*)::int from chat_messages m
                where m.chat_id = p.chat_id and m.from_id <> p.user_id and m.notice is null and m.deleted_by is null
                  and m.position > p.read_position) as counted from chat_participants p`,
    };
    const rollback = new Error('undone');
    const later = database.transaction(async (tx) => {
      for (const event of envelopesOf('messaging', removals()).slice(talk.length)) {
        await applyViews([chatView], [event], tx);
        const rows = await tx.query<{ unread: number; counted: number }>(recount);
        expect(rows.map(({ unread }) => unread)).toEqual(rows.map(({ counted }) => counted));
      }
      throw rollback;
    });
    await expect(later).rejects.toBe(rollback);
  });

  test('[M-12] a deletion changes for those alone who had not read the message', async () => {
    const rows = { name: 'test.rows', text: 'select user_id as id, xmin::text as by from chat_participants' };
    const rollback = new Error('undone');
    const changedBy = async (event: MessagingEvent): Promise<string[]> => {
      const changed: string[] = [];
      const later = database.transaction(async (tx) => {
        const before = await tx.query<{ id: string; by: string }>(rows);
        await applyViews([chatView], envelopesOf('messaging', [event], talk.length + 1), tx);
        const known = new Set(before.map(({ id, by }) => `${id} ${by}`));
        const after = await tx.query<{ id: string; by: string }>(rows);
        changed.push(...after.filter(({ id, by }) => !known.has(`${id} ${by}`)).map(({ id }) => id));
        throw rollback;
      });
      await expect(later).rejects.toBe(rollback);
      return changed.sort();
    };
    expect(await changedBy(deleted('c1', 'm1'))).toEqual([]);
    expect(await changedBy(deleted('c1', 'm4'))).toEqual(['ben', 'cay']);
  });

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
    expect(totals.map((one) => one.unread)).toEqual([4, 3, 2, 1, 0]);
  });

  test('[BM-2] add up without the chats that one has muted', async () => {
    await database.transaction(async (tx) => {
      await applyViews(
        [muteView],
        envelopesOf('messaging', [muted('c1', 'ann', true), muted('global', 'ben', true)]),
        tx,
      );
    });
    expect(await readUnread(database, 'ann')).toEqual({ unread: 1, roomMuted: false });
    expect(await readUnread(database, 'ben')).toEqual({ unread: 3, roomMuted: true });
    expect(await unreadOf('ann')).toEqual({ c1: 3, c2: 1 });
    await database.transaction(async (tx) => {
      await applyViews(
        [muteView],
        envelopesOf('messaging', [muted('c1', 'ann', false), muted('global', 'ben', false)]),
        tx,
      );
    });
    expect(await readUnread(database, 'ann')).toEqual({ unread: 4, roomMuted: false });
  });

  test('the most recent chat is the first', async () => {
    const { rows, total } = await readChatList(database, { limit: 10 }, 'ann');
    expect(rows.parse().map((chat) => [chat._id, chat.messages.map((message) => message.msg)])).toEqual([
      // Blanking is not news: the chat keeps its place.
      ['c2', [messages.removedByOperator]],
      ['c1', ['m6']],
    ]);
    expect(total).toBe(2);
  });
});

describe('what was read', () => {
  let place: ThrowawayDatabase<'messaging'>;
  let database: Database;
  const log = envelopesOf('messaging', talk);
  const tables = ['chat_participants'];
  const sql = (text: string): Promise<unknown> => database.dataSource.query(text);

  beforeAll(async () => {
    place = await createThrowawayDatabase({ sources: ['messaging'] });
    database = await openDatabase(place.connections.messaging, { entities: [], migrations }, silentLogger, {
      limits: patientLimits,
    });
    await database.dataSource.runMigrations();
    await sql(
      `insert into people (id, name, canonical_name) select id, id, id from unnest(array['ann', 'ben', 'cay', 'dan']) id`,
    );
  });
  beforeEach(async () => {
    await sql('truncate chats, chat_messages, chat_participants, chat_reads');
    await database.transaction((tx) => applyViews([chatView], log, tx));
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  /** As a restore fills the tables, and what was read with them. */
  const filled = async (): Promise<unknown> => {
    await sql('truncate chats, chat_messages, chat_participants');
    await database.transaction(async (tx) => {
      await applyViews([chatView], log, tx);
      await chatView.addKept?.(tx);
    });
    return readTables(database, tables);
  };

  test('is added to tables filled from the log, and changes nothing a second time', async () => {
    const before = await readTables(database, tables);
    expect(await markChatRead(database, 'c1', 'ben')).toBe(true);
    expect(await markChatRead(database, 'c1', 'ben')).toBe(false);
    const marked = await readTables(database, tables);
    expect(marked).not.toEqual(before);
    expect(await filled()).toEqual(marked);
    await chatView.addKept?.(database);
    expect(await readTables(database, tables)).toEqual(marked);
  });

  test('counts only what was posted later as unread', async () => {
    await markChatRead(database, 'c1', 'ben');
    const [last] = envelopesOf('messaging', [posted('c1', 'm8', 'ann')], log.length + 1);
    const apply = (): Promise<void> => database.transaction((tx) => applyViews([chatView], [last!], tx)); // there is one
    await apply();
    const marked = await readTables(database, tables);
    await sql('truncate chats, chat_messages, chat_participants');
    await database.transaction((tx) => applyViews([chatView], log, tx));
    // As in a rebuild, which adds it before the tail of the log, and again after it.
    await chatView.addKept?.(database);
    await apply();
    expect(await readTables(database, tables)).toEqual(marked);
    await chatView.addKept?.(database);
    expect(await readTables(database, tables)).toEqual(marked);
    expect(await readUnread(database, 'ben')).toMatchObject({ unread: 1 });
  });

  test('never goes back', async () => {
    const readAs = async (position: number): Promise<unknown> => {
      await sql(`delete from chat_reads; insert into chat_reads values ('cay', 'c1', ${position})`);
      await chatView.addKept?.(database);
      return readTables(database, tables);
    };
    const read = await readAs(4);
    expect(read).toMatchObject({
      chat_participants: expect.arrayContaining([
        expect.objectContaining({ user_id: 'cay', chat_id: 'c1', read_position: 4, unread: 2 }),
      ]),
    });
    expect(await readAs(3)).toEqual(read);
  });
});
