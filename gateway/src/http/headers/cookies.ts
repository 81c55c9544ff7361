import type { IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';

/**
 * A cookie's name at an origin. On https it has a prefix that makes browsers enforce Secure (and
 * with `__Host-` this host and all paths), so that another host of the same domain cannot plant
 * one. Browsers send the cookies of a host to all its ports, so another port than the scheme's own
 * is part of the name. Source: decisions S-19.
 */
export function cookieName(name: string, origin: string | null, prefix = '__Secure-'): string {
  const [, port = ''] = /:(\d+)$/.exec(origin ?? '') ?? [];
  return `${origin?.startsWith('https:') ? prefix : ''}${name}${port && `_${port}`}`;
}

/** A cookie of a request or of a socket's handshake; null if it is absent or empty. */
export function cookieOf(request: IncomingMessage, name: string): string | null {
  return fastifyCookie.parse(request.headers.cookie ?? '')[name] || null;
}
