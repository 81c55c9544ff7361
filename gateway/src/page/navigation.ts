import { limits } from '@parlour/contracts/limits';

/** Nothing below these is a screen. Source: decisions T-3. */
export const neverPage: readonly string[] = [
  'api',
  'auth',
  'docs',
  'docs-json',
  'docs-yaml',
  'file',
  'health',
  'metrics',
  'socket.io',
  'assets',
];

/** The headers that distinguish navigation from a call. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly 'sec-fetch-dest'?: string | undefined; readonly accept?: string | undefined };
}

/**
 * Whether the request opens a screen, by Sec-Fetch-Dest or, as plain http sends none except on
 * localhost, by Accept. Source: decisions T-3.
 */
export function isNavigation({ method, url, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  if (neverPage.includes(first)) return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document';
}

/**
 * The path for the router. A typed URL may be broken (`/user/%zz`): no route matches it, and the
 * page itself shows "not found". The browser keeps the typed URL.
 */
export function routable(asked: Asked): string {
  return isNavigation(asked) && !isDecodable(asked.url) ? '/' : asked.url;
}

function isDecodable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  if (path.length > limits.queryBytes) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
