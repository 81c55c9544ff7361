import pg from 'pg';
import type { ConnectionOptions } from '../database/connection-options.ts';
import { until } from './until.ts';

/** A test's transaction that blocks others. */
export interface HeldLock {
  /** Waits until so many sessions of this database wait for a lock. */
  waiters(count: number): Promise<void>;
  /** Runs one more statement in this transaction. */
  also(statement: string): Promise<void>;
  /** Commits, which releases the locks. */
  release(): Promise<void>;
}

/**
 * Runs statements in a transaction that stays open until released, so that others queue behind its
 * locks.
 */
export async function hold(connection: ConnectionOptions, ...statements: readonly string[]): Promise<HeldLock> {
  const client = new pg.Client({ ...connection, options: '-c idle_in_transaction_session_timeout=0' });
  await client.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return {
    waiters: async (count) => {
      await until(`${count} sessions wait`, async () => {
        // Other sessions' waiting is visible within this transaction too: the view reads no
        // snapshot.
        const { rows } = await client.query<{ waiting: number }>(
          `select pg_stat_clear_snapshot(), (select count(*)::int from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock') as waiting`,
        );
        return (rows[0]?.waiting ?? 0) >= count;
      });
    },
    also: async (statement) => void (await client.query(statement)),
    release: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Holds the head of a log: appends wait, and commands given meanwhile form one batch. */
export const headLock = 'select position from head for update';
