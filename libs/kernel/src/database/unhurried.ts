import type { QueryRunner } from 'typeorm';
import type { Database } from './database.ts';

/**
 * Works on a connection whose statements, and the pauses between them, may take as long as they do. Only a lock that somebody holds is waited for no
 * longer than usual, for those who come behind would wait as well.
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
    // A lost connection has nothing to set back, and must not hide why it was lost.
    await runner.query('reset all').catch(() => undefined);
    await runner.release();
  }
}
