import type { Database } from '../database/database.ts';

/** Runs one statement. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Fills tables by sets, on a connection whose statements may take longer than those of a service. */
export async function fillTables(database: Database, fill: (sql: Sql) => Promise<void>): Promise<void> {
  const runner = database.dataSource.createQueryRunner();
  try {
    await runner.query('set statement_timeout = 0');
    await fill((text, values = []) => runner.query(text, [...values]));
  } finally {
    await runner.query('reset all');
    await runner.release();
  }
}
