import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { ClientAddresses } from '../requests/client-addresses.ts';
import { Remembered } from '../answers/remembered.ts';

/** The origin of Google's button. */
const gsi = 'https://accounts.google.com/gsi/';

/** A year, over https only: a LAN site without TLS must work. */
const hsts = { 'strict-transport-security': 'max-age=31536000' } as const;

/** For answers outside the application, with nothing that a browser shows. */
export const plainHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The same as an answer to a valid request. */
export function plainHeadersFor(
  request: IncomingMessage,
  addresses: ClientAddresses,
): Readonly<Record<string, string>> {
  return addresses.isSecure(request) ? { ...plainHeaders, ...hsts } : plainHeaders;
}

/**
 * Sends the headers of docs/design/security.md#headers with every answer. They depend on nothing
 * but the origin, so Helmet computes them once for each. `scripts` are the hashes of those that
 * stand in the page's document.
 */
export function sendSecurityHeaders(
  server: FastifyInstance,
  addresses: ClientAddresses,
  google: boolean,
  scripts: readonly string[],
): void {
  const headers = new Remembered((origin: string | null) => securityHeaders(origin, google, scripts));
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers.of(addresses.originOf(request.raw)));
    done();
  });
}

/** Google's origin is only in them where signing in by Google is set up. */
function securityHeaders(origin: string | null, google: boolean, scripts: readonly string[]): OutgoingHttpHeaders {
  const of = (...sources: readonly string[]): readonly string[] => (google ? sources.map((path) => gsi + path) : []);
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...scripts, ...of('client')],
        'script-src-attr': ["'none'"],
        // The component library injects its styles.
        'style-src': ["'self'", "'unsafe-inline'", ...of('style')],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        // Not every browser counts a socket of the same host as 'self'.
        'connect-src': ["'self'", origin?.replace(/^http/, 'ws') ?? "'self'", ...of('')],
        'frame-src': ["'self'", ...of('')],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Set below, where it applies.
    strictTransportSecurity: false,
    // Google's button opens a window that must reach the page.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // Helmet writes to an answer of Node's; this one is never sent.
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  write(request, answer, (failure?: unknown) => {
    if (failure !== undefined) throw new Error('Helmet wrote no headers', { cause: failure });
  });
  return { ...answer.getHeaders(), ...(origin?.startsWith('https:') && hsts) };
}
