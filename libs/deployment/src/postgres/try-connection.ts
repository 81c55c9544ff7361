import pg from 'pg';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';

const answersWithinMs = 10_000;

/** Connects and leaves again. @throws why PostgreSQL could not be reached, or refused */
export async function tryConnection(connection: ConnectionOptions): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: answersWithinMs });
  // It may come after the answer, and must not become an uncaught 'error' event.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}
