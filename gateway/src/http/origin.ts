import type { IncomingMessage } from 'node:http';
import type { Peers } from './peers.ts';

/**
 * Whether another site's page makes this request in somebody's name. Browsers say so by Origin on all that changes something and on sockets,
 * and by Sec-Fetch-Site where the connection is secure or local; what is no browser sends neither and holds no one's cookies.
 */
export function isForeign(request: IncomingMessage, peers: Peers): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return !peers.isOwnOrigin(origin, request);
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
