import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a time, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
