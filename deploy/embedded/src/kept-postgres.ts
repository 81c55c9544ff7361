import { setTimeout as delay } from 'node:timers/promises';

import { startPostgres, type PostgresServer } from '@parlour/kernel/postgres/postgres-server';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';

/** A PostgreSQL that is started again whenever it ends by itself; its address stays the same, so its clients find it again. */
export interface KeptPostgres {
  readonly admin: ConnectionOptions;
  /** Ends it in good order, within seven seconds. */
  stop(): Promise<void>;
  /** Ends it at once, without waiting; what was committed is on the disk, and the next start recovers it. */
  kill(): void;
}

/** Starts PostgreSQL and keeps it: after an end that nobody asked for it tries again, for as long as it takes, at most 5 s apart. */
export async function keepPostgres(dataDir: string, log: (message: string) => void): Promise<KeptPostgres> {
  const stopping = new AbortController();
  let server: PostgresServer = await startPostgres({ dataDir, log });
  const { admin, port } = server;

  async function restart(): Promise<void> {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        server = await startPostgres({ dataDir, log, port });
        log('PostgreSQL is back');
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { code, signal } = await server.exited;
      if (stopping.signal.aborted) return;
      log(`PostgreSQL has ended (${signal ?? code}): starting it again`);
      await restart();
    }
  }
  const keeping = keep();

  return {
    admin,
    async stop() {
      stopping.abort();
      await server.stop();
      await keeping;
      // A restart that was under way when we were told to stop has come up meanwhile.
      await server.stop();
    },
    kill() {
      stopping.abort();
      server.kill();
    },
  };
}
