import type { IncomingMessage } from 'node:http';
import type { Peers } from './peers.ts';

/**
 * Whether another site's page makes this request, in somebody's name or from within somebody's network. Browsers say so by Origin on all that changes something
 * and on sockets, and by Sec-Fetch-Site where the connection is secure or local; what is no browser sends neither and holds no one's cookies. A Host that is not
 * ours is another site's too, whatever else it says.
 */
export function isForeign(request: IncomingMessage, peers: Peers): boolean {
  if (peers.originOf(request) === null) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return !peers.isOwnOrigin(origin, request);
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
