import { limits } from '@parlour/contracts/limits';

/** Below these nothing is a screen of the application. Source: decisions T-3. */
const neverPage = ['api', 'auth', 'docs', 'docs-json', 'docs-yaml', 'health', 'metrics', 'socket.io', 'assets'];

/** What tells a person's navigation from a call. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly 'sec-fetch-dest'?: string | undefined; readonly accept?: string | undefined };
}

/**
 * Whether a request is somebody opening a screen: Sec-Fetch-Dest tells, and where plain http off localhost sends none, the Accept header
 * does. Source: decisions T-3.
 */
export function isNavigation({ method, url, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  if (neverPage.includes(first)) return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document';
}

/**
 * The address that the router is given. What somebody typed into his browser may be broken (`/user/%zz`): no route can take it, and the page itself
 * says that there is nothing. Its own address stays as it was typed.
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
