import type { Database } from '../database/database.ts';
import { unhurried } from '../database/unhurried.ts';

/** Runs one statement. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Fills tables in bulk, on a connection without a service's time limit for statements. */
export async function fillTables(database: Database, fill: (sql: Sql) => Promise<void>): Promise<void> {
  await unhurried(database, (runner) => fill((text, values = []) => runner.query(text, [...values])));
}
