import type { IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';

/** A cookie of a request or of a socket's handshake; null if it is absent or empty. */
export function cookieOf(request: IncomingMessage, name: string): string | null {
  return fastifyCookie.parse(request.headers.cookie ?? '')[name] || null;
}
