import { eventTypes } from '@parlour/contracts/event-types';
import type { OpenedService } from '@parlour/embedded/opened-services';
import { type Database, statement } from '@parlour/kernel/database/database';
import { unhurried } from '@parlour/kernel/database/unhurried';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { createBeside } from '@parlour/kernel/view/tables-beside';
import type pg from 'pg';
import { median, printTable } from './slices.ts';

const rounds = Number(process.env['REBUILDS'] ?? 3);

/** Rows per insert, as many as a rebuild applies events at once. */
const pageSize = 1_000;

/**
 * Prints how long a rebuild of a service's own read models takes, beside a bulk insert of the same
 * rows into tables with the same indexes, in turns.
 */
export async function compareRebuild(service: OpenedService, feed: ReadFeed): Promise<void> {
  const { source, views } = service.definition;
  const own = views.filter((view) => view.source === source);
  const results: Record<string, Record<string, number>> = {};
  for (const view of own) {
    const slices: { rebuild: number; insert: number }[] = [];
    let [events, rows] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      ({ events } = await rebuildView(view, true, service.database, feed, eventTypes[source]));
      const rebuild = performance.now() - began;
      const inserted = await bulkInsert(service.database, view.tables);
      rows = inserted.rows;
      slices.push({ rebuild, insert: inserted.ms });
    }
    results[view.name] = {
      events,
      rows,
      'rebuild, s': median(slices.map(({ rebuild }) => rebuild)) / 1_000,
      'bulk insert, s': median(slices.map(({ insert }) => insert)) / 1_000,
      'rate, of the insert': median(slices.map(({ rebuild, insert }) => insert / rebuild)),
    };
  }
  const all = Object.values(results);
  const sum = (column: string) => all.reduce((total, row) => total + row[column]!, 0);
  const [rebuild, insert] = [sum('rebuild, s'), sum('bulk insert, s')];
  results['all'] = { 'rebuild, s': rebuild, 'bulk insert, s': insert, 'rate, of the insert': insert / rebuild };
  printTable(`Rebuilding the read models of ${source}; ${rounds} rounds`, results);
}

/** The time of inserting alone: pages are read in between, uncounted. */
async function bulkInsert(database: Database, tables: readonly string[]): Promise<{ rows: number; ms: number }> {
  return unhurried(database, async (runner) => {
    const client = (await runner.connect()) as pg.PoolClient; // what TypeORM's PostgreSQL driver gives
    const tx = database.on(client);
    const [names] = await tx.query<{ schema: string }>(statement('', 'select current_schema() as schema'));
    const { schema } = names!; // one row
    // Where a rebuild makes its tables too: a service's role may not create schemas.
    const beside = `${schema}_next`;
    let [rows, ms] = [0, 0];
    try {
      for (const table of tables) {
        await createBeside(client, tx, schema, beside, table);
        await client.query(
          `begin; declare pages no scroll cursor with hold for select to_json(t)::text as row from ${table} t; commit`,
        );
        for (;;) {
          const { rows: page } = await client.query<{ row: string }>(`fetch ${pageSize} from pages`);
          if (page.length === 0) break;
          const json = `[${page.map(({ row }) => row).join()}]`;
          const began = performance.now();
          await client.query(
            `insert into ${beside}.${table} select * from json_populate_recordset(null::${beside}.${table}, $1)`,
            [json],
          );
          ms += performance.now() - began;
          rows += page.length;
        }
        await client.query('close pages');
      }
    } finally {
      for (const table of tables) await client.query(`drop table if exists ${beside}.${table}`);
    }
    return { rows, ms };
  });
}
