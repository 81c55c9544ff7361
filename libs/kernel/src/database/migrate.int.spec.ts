import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { headLock, hold } from '../testing/held-lock.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type Database, openDatabase, statement } from './database.ts';
import { migrate } from './migrate.ts';

const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                       current_setting('idle_in_transaction_session_timeout') as idle`;

class KeepLimits1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table limits as ${limits}`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table limits');
  }
}

class MoreLimits1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table limits add column more int');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table limits drop column more');
  }
}

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  const definition = { entities: [], migrations: [KeepLimits1700000000000] };
  database = await openDatabase(place.connections.qa, definition, silentLogger, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

it('takes as long as it needs, once, and leaves the connection as it was', async () => {
  for (let round = 0; round < 2; round++) {
    await migrate(database);
    const during = await database.query(statement('test.during', 'select * from limits'));
    expect(during).toEqual([{ statement: '0', lock: '3s', idle: '0' }]);
    const after = await database.query(statement('test.after', limits));
    expect(after).toEqual([{ statement: '5s', lock: '3s', idle: '2s' }]);
  }
});

it('calls afterMigrations each time, once the tables are there', async () => {
  const definition = {
    entities: [],
    migrations: [KeepLimits1700000000000],
    afterMigrations: async (runner: QueryRunner) => void (await runner.query(`insert into limits values ('own')`)),
  };
  const own = await openDatabase(place.connections.qa, definition, silentLogger, { poolSize: 1 });
  await migrate(own);
  await migrate(own);
  const added = statement('test.added', `delete from limits where statement = 'own' returning 1 as one`);
  expect(await own.query(added)).toEqual([{ one: 1 }, { one: 1 }]);
  await own.close();
});

it('refuses what another version has migrated, and changes nothing', async () => {
  await migrate(database);
  const place2 = await createThrowawayDatabase({ sources: ['qa'] });
  const known = { entities: [], migrations: [KeepLimits1700000000000] };
  const other = await openDatabase(place2.connections.qa, known, silentLogger, { poolSize: 1 });
  const applied = async (name: string): Promise<void> => {
    await other.query(statement('test.forget', 'delete from migrations'));
    await other.query(statement('test.applied', 'insert into migrations (timestamp, name) values (1, $1)'), [name]);
  };
  await migrate(other);
  await applied('KernelTables1700000000000');
  await expect(migrate(other)).rejects.toThrow(
    'The data here was written by Parlour 0.1, which this version does not read.',
  );
  await applied('Later1999000000000');
  await expect(migrate(other)).rejects.toThrow(
    'written by a newer Parlour: this version does not know Later1999000000000.',
  );
  expect(await other.query(statement('test.limits', 'select from limits'))).toHaveLength(1);
  await other.close();
  await place2.drop();
});

it('locks out writers of the log before it touches a table, and waits for those at work', async () => {
  await migrate(database);
  await database.query(statement('test.head', 'create table head (position bigint)'));
  await database.query(statement('test.first', 'insert into head values (0)'));
  const definition = { entities: [], migrations: [KeepLimits1700000000000, MoreLimits1700000000001] };
  const newer = await openDatabase(place.connections.qa, definition, silentLogger, { poolSize: 1 });
  const writer = await hold(place.connections.qa, headLock);
  const migrated = migrate(newer);
  await writer.waiters(1);
  await writer.also(`update limits set idle = '1'`);
  await writer.release();
  await migrated;
  const rows = await newer.query(statement('test.more', 'select idle, more from limits'));
  expect(rows).toEqual([{ idle: '1', more: null }]);
  await newer.close();
});
