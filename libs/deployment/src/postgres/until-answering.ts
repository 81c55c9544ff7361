import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { codeOf } from '@parlour/kernel/process/error-code';

/** What to wait for, and when to give up. */
export interface Awaited {
  /** How long the server may be silent, in milliseconds. */
  readonly silenceMs: number;
  /** Resolves when the server has ended. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Gives up at once when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a few words, once, if recovery takes longer than that. */
  readonly log: (message: string) => void;
}

/**
 * Waits until a server that was just started lets clients in. While it recovers from a crash it
 * refuses them, for as long as there is something to replay: killed then, it would start over.
 * @throws why it does not answer, or that it ended or was given up
 */
export async function untilAnswering(
  admin: ConnectionOptions,
  { silenceMs, exited, signal, log }: Awaited,
): Promise<void> {
  let ended: string | undefined;
  void exited.then((exit) => (ended = `it ended (${exit.signal ?? exit.code ?? 'it could not be run'})`));
  const began = performance.now();
  let logged = false;
  let heardAt = began;
  for (;;) {
    if (ended) throw new Error(ended);
    signal?.throwIfAborted();
    const client = new pg.Client({ ...admin, connectionTimeoutMillis: 2000 });
    // The server may drop the connection late, which must not become an uncaught 'error' event.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (failure) {
      const now = performance.now();
      if (isNotReady(failure)) heardAt = now;
      else if (now - heardAt > silenceMs) throw failure;
      if (now - began > silenceMs && !logged) {
        log('PostgreSQL is recovering from a crash, which takes longer than usual');
        logged = true;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await Promise.race([exited, delay(15)]);
  }
}

/** It is starting or recovering: SQLSTATE `cannot_connect_now`. */
function isNotReady(failure: unknown): boolean {
  return codeOf(failure) === '57P03';
}
