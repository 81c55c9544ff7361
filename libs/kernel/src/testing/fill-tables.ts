import type { Database } from '../database/database.ts';
import { unhurried } from '../database/unhurried.ts';

/** Runs one statement. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Fills tables by sets, on a connection whose statements may take longer than those of a service. */
export async function fillTables(database: Database, fill: (sql: Sql) => Promise<void>): Promise<void> {
  await unhurried(database, (runner) => fill((text, values = []) => runner.query(text, [...values])));
}
