import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Entity, Column, PrimaryColumn, Index, Check, Unique } from 'typeorm';
import { openDatabase, statement, type Database } from '../database/database.ts';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import type { ConsumerPart } from '../consumer/consumer-part.ts';
import { listDeadLetters, retryDeadLetter } from '../consumer/dead-letters.ts';
import { patientLimits } from '../testing/patience.ts';
import { accountEventTypes } from '../testing/bank.ts';
import type { ReadFeed } from '../log/feed.ts';
import { hold } from '../testing/held-lock.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { until } from '../testing/until.ts';
import { readTables } from '../testing/view-contract.ts';
import { dropKilledRebuilds, rebuildView, type Rebuilt } from './rebuild.ts';
import { applyViews, type View } from './view.ts';

let services: TwoServices;

beforeAll(async () => {
  services = await twoServices();
});
afterEach(() => services.reset());
afterAll(() => services.close());

function rebuildOwn(view?: View, feedOf?: (feed: ReadFeed) => ReadFeed): Promise<Rebuilt> {
  const { owner } = services;
  const [served] = owner.log.views;
  if (!served) throw new Error('the bank has a view');
  const feed: ReadFeed = (after, limit) => owner.log.read(after, limit);
  return rebuildView(view ?? served, true, owner.database, feedOf?.(feed) ?? feed, accountEventTypes);
}

function rebuildForeign(): Promise<Rebuilt> {
  const { owner, reader, view } = services;
  const feed: ReadFeed = (after, limit) => owner.log.read(after, limit);
  return rebuildView(view, false, reader.database, feed, accountEventTypes);
}

/** The output of `\d` for tables, without the details that differ between copies. */
async function shapeOf(database: Database, tables: readonly string[]): Promise<unknown> {
  return database.query(
    statement(
      'test.shape',
      `select c.relname, c.reloptions::text,
              (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
                      pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
                 from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
              (select json_agg(json_build_array(conname, pg_get_constraintdef(oid)) order by conname)
                 from pg_constraint where conrelid = c.oid) as constraints,
              (select json_agg(json_build_array(indexrelid::regclass::text, pg_get_indexdef(indexrelid)) order by indexrelid::regclass::text)
                 from pg_index where indrelid = c.oid) as indexes
         from pg_class c where c.oid = any (select to_regclass(t) from unnest($1::text[]) t) order by c.relname`,
    ),
    [tables],
  );
}

const readBoth = statement(
  'test.readBoth',
  `select t.amount, t.movements, a.balance from totals t join accounts a on a.id = 'a1' where t.kind = 'Deposited'`,
);
const readOther = statement(
  'test.readOther',
  `select a.id, t.movements from accounts a join totals t on t.kind = 'Deposited' where a.balance > 0 order by a.balance desc, a.id limit 5`,
);

/**
 * Reads the two tables in both orders, on its own connections and without a pause, until stopped.
 */
async function readAlways(database: Database, going: () => boolean): Promise<{ reads: number; failures: unknown[] }> {
  let reads = 0;
  const failures: unknown[] = [];
  const read = async (asked: typeof readBoth): Promise<void> => {
    while (going()) {
      await database.query(asked).then(
        () => (reads += 1),
        (failure: unknown) => failures.push(failure),
      );
    }
  };
  await Promise.all([read(readBoth), read(readOther), read(readBoth), read(readOther)]);
  return { reads, failures };
}

describe('rebuilding a read model', () => {
  it('under load ends equal to the fold of the log, and no query fails', async () => {
    const { owner } = services;
    const accounts = Array.from({ length: 8 }, (_, index) => `a${index}`);
    for (const account of accounts) await owner.open(account);
    for (const account of accounts) await owner.deposit(account, Array<number>(150).fill(1));
    const before = await shapeOf(owner.database, ['accounts', 'totals']);
    const reader = await openDatabase(
      services.place.connections.identity,
      { entities: [], migrations: [] },
      silentLogger,
      { limits: patientLimits },
    );
    let going = true;
    const reading = readAlways(reader, () => going);
    let commands = 0;
    const writing = accounts.map(async (account) => {
      while (going) {
        await owner.deposit(account, [1, 2, 3]);
        commands += 1;
      }
    });
    const pauses: number[] = [];
    for (let round = 0; round < 4; round++) {
      // Waits for writes between two rebuilds.
      const sofar = commands;
      await until('commands were carried out', (saw) => saw(commands) > sofar + 10);
      // Corrupts the serving tables, so that the rebuild has to repair them.
      await owner.database.dataSource.query(`update accounts set balance = balance + 100000 where id = 'a1'`);
      const { pauseMs, events } = await rebuildOwn();
      pauses.push(Math.round(pauseMs));
      expect(events).toBeGreaterThan(1_200);
    }
    going = false;
    await Promise.all(writing);
    const { reads, failures } = await reading;
    await reader.close();
    process.stdout.write(
      `    rebuilt under load: ${reads} reads, ${commands} commands, pauses ${pauses.join(', ')} ms\n`,
    );
    expect(failures).toEqual([]);
    expect(reads).toBeGreaterThan(100);
    expect(await shapeOf(owner.database, ['accounts', 'totals'])).toEqual(before);
    const served = await readTables(owner.database, ['accounts', 'totals']);
    await rebuildOwn();
    expect(await readTables(owner.database, ['accounts', 'totals'])).toEqual(served);
    const { rows } = await foldByHand();
    expect(served['accounts']).toEqual(rows);
  });

  it('misses no event that is written during the swap', async () => {
    const { owner } = services;
    for (const account of ['ann', 'bob']) await owner.open(account);
    let looks = 0;
    let last: Promise<unknown> = Promise.resolve();
    await rebuildOwn(undefined, (feed) => async (after, limit) => {
      const page = await feed(after, limit);
      if (limit === 1 && after === 0) looks += 1;
      // The fill has just found no more events; this adds one.
      if (looks === 3 && after === 0) await owner.deposit('ann', 1);
      if (after === 2) {
        // During the tail: a writer must wait for the new tables, or it would write into the old
        // ones.
        let settled = false;
        last = owner.deposit('ann', 2).then(() => (settled = true));
        const waits = statement(
          'test.waits',
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        await until(
          'the writer waits for the lock',
          async () => settled || (await owner.database.query(waits)).length > 0,
        );
      }
      return page;
    });
    await last;
    const served = await readTables(owner.database, ['accounts']);
    expect(served['accounts']).toMatchObject([
      { id: 'ann', balance: 3 },
      { id: 'bob', balance: 0 },
    ]);
    expect(looks).toBe(3);
  });

  it('gives way to a reader that holds one of its tables and waits for the other', async () => {
    const { owner, place } = services;
    await owner.open('ann');
    const reader = await hold(place.connections.identity, 'select from totals');
    const rebuilding = rebuildOwn();
    await reader.waiters(1);
    await reader.also('select from accounts');
    await reader.release();
    expect((await rebuilding).events).toBe(1);
  });

  it('from another log ends at its checkpoint, even under load', async () => {
    const { owner, reader, bus } = services;
    await owner.open('ann');
    owner.log.onCommit((envelopes) => void bus.publish('identity', envelopes));
    const consumer = services.consumer();
    await consumer.start();
    const before = await shapeOf(reader.database, ['foreign_accounts', 'foreign_totals']);
    let going = true;
    const writing = (async () => {
      while (going) await owner.deposit('ann', [1, 1]);
    })();
    for (let round = 0; round < 4; round++) {
      const { head } = await owner.log.read(0, 1);
      await until('more is written', async (saw) => saw(await owner.log.read(0, 1)).head > head + 20);
      await rebuildForeign();
    }
    going = false;
    await writing;
    const { head, logId } = await owner.log.read(0, 1);
    await until('all is applied', async (saw) => saw(await consumer.parts[0]!.position(logId)) === head);
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
    expect(await shapeOf(reader.database, ['foreign_accounts', 'foreign_totals'])).toEqual(before);
  });

  it('from another log does not overtake a lagging consumer', async () => {
    const { owner } = services;
    await owner.open('ann');
    await owner.deposit('ann', [1, 1]);
    const first = services.consumer();
    await first.start();
    await first.stop();
    await owner.deposit('ann', [1, 1]);
    expect((await rebuildForeign()).events).toBe(3);
    await services.consumer().start();
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
  });

  it('from another log applies nothing before the consumer has first run', async () => {
    const { owner } = services;
    await owner.open('ann');
    expect((await rebuildForeign()).events).toBe(0);
    await services.consumer().start();
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
  });

  it('leaves parked events to their retry', async () => {
    const { owner, reader, view } = services;
    await owner.open('ann');
    await owner.deposit('ann', 1, { memo: 'poison' });
    await owner.deposit('ann', 2);
    const consumer = services.consumer({
      part: {
        handle: async (envelopes, tx) => {
          if (envelopes.some(({ data }) => (data as { memo?: string }).memo === 'poison'))
            throw new TypeError('poison');
          await applyViews([view], envelopes, tx);
        },
      },
    });
    await consumer.start();
    await rebuildForeign();
    const [letter] = await listDeadLetters(reader.database);
    const parts: ConsumerPart[] = [
      { name: viewConsumerName('identity'), handle: (envelopes, tx) => applyViews([view], envelopes, tx) },
    ];
    const mended = { source: 'identity' as const, parts };
    const feed: ReadFeed = (after, limit) => services.owner.log.read(after, limit);
    await retryDeadLetter(reader.database, letter?.id ?? 0, [{ definition: mended, types: accountEventTypes, feed }]);
    const { owned, read } = await services.tables();
    expect(read).toEqual(owned);
  });

  it('starts over after an interruption, and only one runs at a time', async () => {
    const { owner } = services;
    for (const account of ['ann', 'bob']) await owner.open(account);
    const [served] = owner.log.views;
    if (!served) throw new Error('the bank has a view');
    const writing = (name: string, text: string) => ({ statement: statement(name, text), values: [] });
    const broken: View = {
      ...served,
      writes: (envelopes) => [...served.writes(envelopes), writing('test.interrupt', 'select 1 / 0')],
    };
    const before = await readTables(owner.database, served.tables);
    const beside = () =>
      owner.database.query(statement('test.beside', `select from pg_tables where schemaname like '%\\_next'`));
    await expect(rebuildOwn(broken)).rejects.toThrow('division by zero');
    expect(await beside()).toEqual([]);
    expect(await readTables(owner.database, served.tables)).toEqual(before);
    // Terminates the connection, which leaves no time to clean up.
    const dying: View = {
      ...served,
      writes: () => [writing('test.terminate', 'select pg_terminate_backend(pg_backend_pid())')],
    };
    await expect(rebuildOwn(dying)).rejects.toThrow();
    expect(await beside()).toHaveLength(served.tables.length);
    await dropKilledRebuilds([served], owner.database);
    expect(await beside()).toEqual([]);
    let release = (): void => undefined;
    let begun = false;
    const held = new Promise<void>((resolve) => (release = resolve));
    const running = rebuildOwn(undefined, (feed) => async (after, limit) => {
      begun = true;
      await held;
      return feed(after, limit);
    });
    await until('the rebuild has begun', () => begun);
    await expect(rebuildOwn()).rejects.toThrow('being rebuilt already');
    await dropKilledRebuilds([served], owner.database);
    release();
    expect((await running).events).toBe(2);
    expect(await readTables(owner.database, served.tables)).toEqual(before);
    await owner.deposit('ann', 1);
    expect((await rebuildOwn()).events).toBe(3);
  });

  it('restores connections: search path, limits, prepared statements', async () => {
    const { owner } = services;
    await owner.open('a1');
    await owner.deposit('a1', 5);
    for (let round = 0; round < 8; round++) {
      await rebuildOwn();
      await Promise.all(Array.from({ length: 8 }, () => owner.database.query(readBoth)));
    }
    const settings = statement(
      'test.settings',
      `select current_setting('search_path') as path, current_setting('statement_timeout') as statement,
              current_setting('lock_timeout') as lock`,
    );
    const rows = await Promise.all(Array.from({ length: 8 }, () => owner.database.query(settings)));
    for (const [row] of rows) expect(row).toEqual({ path: 'identity', statement: '30s', lock: '30s' });
    expect(await owner.database.query(readBoth)).toEqual([{ amount: 5, movements: 1, balance: 5 }]);
  });

  it('leaves nothing for TypeORM to change', async () => {
    const { place, owner } = services;
    const database = await openDatabase(
      place.connections.identity,
      { entities: [AccountEntity], migrations: [] },
      silentLogger,
      { limits: patientLimits },
    );
    // TypeORM looks up expressions of generated columns here.
    await database.dataSource.query(
      'create table typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)',
    );
    const drift = async (): Promise<string[]> =>
      (await database.dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
    const before = await drift();
    await owner.open('ann');
    await rebuildOwn();
    expect(await drift()).toEqual(before);
    expect(before.filter((query) => /"(foreign_)?accounts"/.test(query) && !/words|foreign/.test(query))).toEqual([]);
    await database.close();
  });
});

/** The toy bank's table as an entity, without the parts that TypeORM cannot declare. */
@Entity('accounts')
@Unique('accounts_owner', ['owner'])
@Check('accounts_solvent', 'balance > -1000000000')
@Index('accounts_richest', ['balance', 'id'], { where: 'balance > 0' })
class AccountEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'accounts_pkey' })
  id!: string;

  @Column('text')
  owner!: string;

  @Column('bigint', { default: 0 })
  balance!: number;

  @Column('int', { default: 0 })
  movements!: number;
}

/**
 * A second, slow and obvious implementation of the view's table: one SQL statement over the log.
 */
async function foldByHand(): Promise<{ rows: unknown[] }> {
  const rows = await services.owner.database.query<{ row: unknown }>(
    statement(
      'test.fold',
      `select to_jsonb(t) as row from (
         select o.data->>'account' as id, o.data->>'owner' as owner, to_tsvector('simple', o.data->>'owner') as words,
                coalesce(sum((d.data->>'amount')::bigint), 0) as balance, count(d.position) as movements
           from events o left join events d on d.type = 'Deposited' and d.data->>'account' = o.data->>'account'
          where o.type = 'AccountOpened' group by 1, 2, 3) t order by to_jsonb(t)::text`,
    ),
  );
  return { rows: rows.map(({ row }) => row) };
}
