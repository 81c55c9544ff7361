import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ClientAddresses } from '../requests/client-addresses.ts';

/** What a preflight is answered: the methods and the headers of our calls, for two hours. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Content-Type, Idempotency-Key, If-None-Match, Traceparent, X-Min-Position, X-Request-Id',
  'access-control-max-age': '7200',
} as const;

const exposed = 'ETag, Link, Retry-After, X-Error-Code, X-Position, X-Request-Id, X-Stale, X-Total-Count';

/**
 * Lets the pages of origins that the operator has named read answers, with the cookies of their
 * people. Nobody else gets these headers. Source: docs/design/security.md#session.
 */
export function crossOriginHeaders(
  request: IncomingMessage,
  addresses: ClientAddresses,
): Readonly<Record<string, string>> {
  if (!addresses.hasClients) return {};
  const vary = { vary: 'Origin' };
  const { origin } = request.headers;
  if (origin === undefined || !addresses.isClient(origin)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  };
}

/** Applied to every request first, so that the named pages can read refusals too. */
export function allowOrigins(server: FastifyInstance, addresses: ClientAddresses): void {
  if (!addresses.hasClients) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    void reply.headers(crossOriginHeaders(request.raw, addresses));
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (isPreflight && addresses.originOf(request.raw) !== null && addresses.isClient(headers.origin ?? '')) {
      void reply.code(204).headers(preflight).send();
    } else done();
  });
}
