import type { IncomingMessage } from 'node:http';
import type { ClientAddresses } from '../requests/client-addresses.ts';

/**
 * Whether the request is made by a page that is neither ours nor of a named origin, with somebody's
 * cookies or from inside their network. Browsers say so in Origin on requests that change something
 * and on sockets, and in Sec-Fetch-Site on secure or local connections. Non-browser clients send
 * neither header and carry no cookies. A foreign Host counts as another site, whatever the other
 * headers say.
 */
export function isForeign(request: IncomingMessage, addresses: ClientAddresses): boolean {
  if (addresses.originOf(request) === null) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return !addresses.isOwnOrigin(origin, request) && !addresses.isClient(origin);
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
