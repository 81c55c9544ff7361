import type { RouteObject } from 'react-router';
import { inTab } from '../state/browser-storage.ts';

/**
 * A page's chunk failed to load: the server is unreachable, or a newer version with other chunk
 * names replaced it.
 */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Makes every lazy route fail with a `ChunkLoadError`, so that its error boundary can tell
 * recoverable failures.
 */
export function markChunkErrors(routes: readonly RouteObject[]): void {
  for (const route of routes) {
    const { lazy } = route;
    if (typeof lazy === 'function') {
      route.lazy = () =>
        lazy().catch((cause: unknown) => {
          throw new ChunkLoadError('a page could not be loaded', { cause });
        });
    }
    if (route.children) markChunkErrors(route.children);
  }
}

const place = 'parlour.reloaded';
/** If a chunk is missing again this soon after a reload, another reload won't help. */
const soonMs = 60_000;

/**
 * A server that says nothing for this long is away: on a dead connection, a request hangs for
 * minutes.
 */
const silentMs = 10_000;

/** Whether the server responds at the moment. */
export async function isServing(): Promise<boolean> {
  const request = new AbortController();
  const limit = setTimeout(() => request.abort(), silentMs);
  const answer = await fetch('/health/live', { cache: 'no-store', signal: request.signal }).catch(() => undefined);
  clearTimeout(limit);
  return answer?.ok === true;
}

/**
 * After an outage, an earlier reload no longer counts: what fails to load in one, some browsers
 * don't request again until the document is reloaded. Only once the server is back: a reload breaks
 * off the question whether it is there, too.
 */
export function forgetReload(): void {
  inTab((storage) => {
    storage.removeItem(place);
  });
}

/**
 * Reloads the document unless that was just tried in vain; returns whether it does. Without storage
 * we can't tell, and a reload loop would be worse.
 */
export function reloadOnce(reload = () => window.location.reload()): boolean {
  try {
    const age = Date.now() - Number(window.sessionStorage.getItem(place) ?? 0);
    if (age >= 0 && age < soonMs) return false;
    window.sessionStorage.setItem(place, String(Date.now()));
  } catch {
    return false;
  }
  reload();
  return true;
}

/**
 * Something of the page is missing: if the server is there, a newer version has other files, and
 * the document is loaded again. Returns whether it is.
 */
export async function reloadIfNewer(reload = () => reloadOnce()): Promise<boolean> {
  return (await isServing()) && reload();
}
