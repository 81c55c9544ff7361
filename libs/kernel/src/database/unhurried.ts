import type { QueryRunner } from 'typeorm';
import type { Database } from './database.ts';

/**
 * Runs work on a connection without time limits on statements or pauses. Only the lock time limit
 * stays, because others would queue behind the wait.
 */
export async function unhurried<Result>(
  { dataSource }: Database,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work(runner);
  } finally {
    // A lost connection has no settings to restore, and that error must not hide the first one.
    await runner.query('reset all').catch(() => undefined);
    await runner.release();
  }
}
