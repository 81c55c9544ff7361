import pg from 'pg';
import type { ConnectionOptions } from '../postgres/connection-options.ts';
import { until } from './until.ts';

/** A transaction of a test's own that stands in the way of others. */
export interface HeldLock {
  /** Waits until so many sessions of this database wait for a lock. */
  waiters(count: number): Promise<void>;
  /** One statement more in this transaction. */
  also(statement: string): Promise<void>;
  /** Commits, and lets them pass. */
  release(): Promise<void>;
}

/** Runs statements in a transaction that stays open until it is released: others pile up behind the locks that they take. */
export async function hold(connection: ConnectionOptions, ...statements: readonly string[]): Promise<HeldLock> {
  const client = new pg.Client({ ...connection, options: '-c idle_in_transaction_session_timeout=0' });
  await client.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return {
    waiters: async (count) => {
      await until(`${count} sessions wait`, async () => {
        // Another's waiting is seen from outside of this transaction too: the view reads no snapshot.
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

/** The head of a log, held: whoever appends waits, and what is given meanwhile forms one batch. */
export const headLock = 'select position from head for update';
