import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type Database, openDatabase, statement } from './database.ts';

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  database = await openDatabase(place.connections.qa, { entities: [], migrations: [] }, silentLogger);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

it('gives the database as long as people can wait', async () => {
  const settings = statement(
    'test.settings',
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(await database.query(settings)).toEqual([{ statement: '5s', lock: '3s', idle: '2s' }]);
});
