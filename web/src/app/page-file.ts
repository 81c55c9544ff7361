import type { RouteObject } from 'react-router';

/** A page's file did not come: the server is away, or has been replaced by a newer one, which names its files otherwise. */
export class PageFileMissing extends Error {
  override readonly name = 'PageFileMissing';
}

/** Makes every lazy route fail by a `PageFileMissing`, so that its boundary knows what can be mended. */
export function namePageFiles(routes: readonly RouteObject[]): void {
  for (const route of routes) {
    const { lazy } = route;
    if (typeof lazy === 'function') {
      route.lazy = () =>
        lazy().catch((cause: unknown) => {
          throw new PageFileMissing('a page could not be loaded', { cause });
        });
    }
    if (route.children) namePageFiles(route.children);
  }
}

/** Whether the server serves at this moment. */
export async function isServing(): Promise<boolean> {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

const place = 'parlour.reloaded';
/** A page whose file is missing again so soon after a reload is not mended by another one. */
const soonMs = 60_000;

/** Loads the whole document anew, if that was not just done in vain; answers whether it does. Without storage nobody could tell, and a loop would be worse. */
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
