/**
 * The address of a link in a text if it is allowed: https, nothing hidden before an "@". Source:
 * docs/design/security.md#input-and-rendering.
 */
export function safeLink(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The path of a URL on this site; undefined if the router would take it for another site's, as it
 * does `//example.org`, which is also the path of `/.//example.org`.
 */
function pathOn({ pathname, search, hash }: URL): string | undefined {
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}

/**
 * The path of an address on this site, whatever its scheme; undefined for another site's. Source:
 * decisions Q-34.
 */
export function sitePath(address = ''): string | undefined {
  if (!/^(?:https?:\/)?\//.test(address) || !URL.canParse(address, location.origin)) return undefined;
  const url = new URL(address, location.origin);
  const isOwn = url.host === location.host && url.username === '' && url.password === '';
  return isOwn ? pathOn(url) : undefined;
}

/** The state of a redirect to the login: the wanted address, and whose session ended there. */
export interface Wanted {
  readonly wanted?: unknown;
  readonly of?: unknown;
  /** The code of the invitation by which somebody came. */
  readonly invitation?: unknown;
}

/**
 * A redirect's state. Its values are not trusted, because the browser keeps it over reloads and
 * versions of this page.
 */
export function wantedIn(state: unknown): Wanted {
  return typeof state === 'object' && state !== null ? state : {};
}

/**
 * The wanted address from a redirect's state. One person's address is not used for another person
 * who signs in next.
 */
export function wantedOf(state: unknown, userId?: string): unknown {
  const { wanted, of } = wantedIn(state);
  return of === undefined || userId === undefined || of === userId ? wanted : undefined;
}

/** The address to open after login, if it is one of this site's pages. */
export function ownAddress(wanted: unknown, origin: string): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return undefined;
  try {
    const url = new URL(wanted, origin);
    return url.origin === origin && url.pathname !== '/' ? pathOn(url) : undefined;
  } catch {
    return undefined;
  }
}
