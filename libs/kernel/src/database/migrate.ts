import { MigrationExecutor } from 'typeorm';
import type { Database } from './database.ts';

/**
 * Brings the tables to where this version needs them, in one transaction. A table that has grown for years takes longer than a statement of a
 * service may; only a lock that somebody holds is waited for no longer than usual, for those who come behind would wait as well.
 */
export async function migrate({ dataSource }: Database): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await new MigrationExecutor(dataSource, runner).executePendingMigrations();
  } finally {
    await runner.query('reset all');
    await runner.release();
  }
}
