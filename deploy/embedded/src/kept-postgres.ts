import { startPostgres, type PostgresServer } from '@parlour/deployment/postgres/postgres-server';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { RestartPauses } from '@parlour/deployment/process/restart-pauses';
import { adviceOn } from './start-error.ts';

/**
 * A PostgreSQL that is restarted whenever it ends by itself, at the same address, so that clients
 * reconnect.
 */
export interface KeptPostgres {
  readonly admin: ConnectionOptions;
  /** Stops it in order, within seven seconds. */
  stop(): Promise<void>;
  /** Kills it; committed data is on disk, and the next start recovers it. */
  kill(): void;
}

/**
 * Starts PostgreSQL and keeps it running: after an unexpected end it retries for as long as it
 * takes, at most 5 s apart. `interrupted` ends the first start, which may be a long recovery.
 */
export async function keepPostgres(
  dataDir: string,
  log: (message: string) => void,
  interrupted?: AbortSignal,
): Promise<KeptPostgres> {
  const stopping = new AbortController();
  let server: PostgresServer = await startPostgres({ dataDir, log, signal: interrupted });
  const { admin, port } = server;

  const pauses = new RestartPauses(0);

  async function restart(): Promise<void> {
    for (;;) {
      await pauses.wait(stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        server = await startPostgres({ dataDir, log, port, signal: stopping.signal });
        log('PostgreSQL is back');
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(adviceOn(error) ?? (error instanceof Error ? error.message : String(error)));
      }
    }
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const { code, signal } = await server.exited;
      if (stopping.signal.aborted) return;
      pauses.ended(performance.now() - began);
      log(`PostgreSQL ended (${signal ?? code}), restarting`);
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
      // A restart may have finished just before it was stopped.
      await server.stop();
    },
    kill() {
      stopping.abort();
      server.kill();
    },
  };
}
