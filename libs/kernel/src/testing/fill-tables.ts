import type { Database } from '../database/database.ts';
import { unhurried } from '../database/unhurried.ts';

/** Runs one statement. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Indexes that no constraint rests on. */
const secondary = `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
 where c.relnamespace = current_schema()::regnamespace and not i.indisunique`;

/**
 * Fills tables by sets, on a connection whose statements may take longer than those of a service, and analyzes them.
 * Indexes are made when the rows are there: in a third of the time.
 */
export async function fillTables(database: Database, fill: (sql: Sql) => Promise<void>): Promise<void> {
  await unhurried(database, async (runner) => {
    const indexes = (await runner.query(secondary)) as { name: string; definition: string }[]; // as asked
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
    await fill((text, values = []) => runner.query(text, [...values]));
    await runner.query(`set maintenance_work_mem = '256MB'`);
    for (const { definition } of indexes) await runner.query(definition);
    await runner.query('analyze');
  });
}
