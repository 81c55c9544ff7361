import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { type Database, openDatabase, statement } from '../database/database.ts';
import { KernelTables1795800000000 } from '../database/kernel-tables.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { eraseTexts } from './erase-texts.ts';

const append = statement(
  'test.append',
  `insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
   select position, gen_random_uuid(), stream, position, 'o', type, 1, data, '{}', now()
     from json_to_recordset($1) as e(position bigint, stream text, type text, data jsonb)`,
);
const texts = statement(
  'test.texts',
  `select data ->> 'text' as text from events where data ? 'text' order by position`,
);

let place: ThrowawayDatabase<'messaging'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['messaging'] });
  const definition = { entities: [], migrations: [KernelTables1795800000000] };
  database = await openDatabase(place.connections.messaging, definition, silentLogger);
  await database.dataSource.runMigrations();
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

it('erases the texts of whole streams and of single events, once the log says so', async () => {
  const posted = (messageId: string): MessagingEvent => ({
    type: 'MessagePosted',
    data: { messageId, from: 'ann', text: `Text of ${messageId}` },
  });
  const edited: MessagingEvent = {
    type: 'PostEdited',
    data: { messageId: 'm1', chatId: null, editedBy: 'ann', version: 2, text: 'Second text' },
  };
  const blanked: MessagingEvent = { type: 'PostErased', data: { messageId: 'm1', chatId: null } };
  const log: [string, MessagingEvent][] = [
    ['together', posted('m1')],
    ['together', posted('m2')],
    ['changes', edited],
    ['blanked/m1', blanked],
  ];
  const rows = envelopesOf(
    'messaging',
    log.map(([, event]) => event),
  ).map(({ position, type, data }, index) => {
    return { position, type, data, stream: log[index]![0] }; // as many
  });
  await database.query(append, [JSON.stringify(rows)]);
  await eraseTexts(database, 'messaging', { blanking: 'blanked/m2', streams: ['together'], positions: [3] });
  expect(await database.query(texts)).toEqual(['Text of m1', 'Text of m2', 'Second text'].map((text) => ({ text })));
  await eraseTexts(database, 'messaging', { blanking: 'blanked/m1', streams: ['changes'], positions: [1] });
  expect(await database.query(texts)).toEqual(['', 'Text of m2', ''].map((text) => ({ text })));
});
