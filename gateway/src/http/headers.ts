import type { IncomingMessage } from 'node:http';
import fastifyHelmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Peers } from './peers.ts';

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
export function plainHeadersFor(request: IncomingMessage, peers: Peers): Readonly<Record<string, string>> {
  return peers.isSecure(request) ? { ...plainHeaders, ...hsts } : plainHeaders;
}

/**
 * The headers of docs/design/security.md#headers; Google's origin only where signing in by Google
 * is set up.
 */
export async function sendSecurityHeaders(app: NestFastifyApplication, peers: Peers, google: boolean): Promise<void> {
  const of = (...sources: readonly string[]): readonly string[] => (google ? sources.map((path) => gsi + path) : []);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...of('client')],
        'script-src-attr': ["'none'"],
        // The component library injects its styles.
        'style-src': ["'self'", "'unsafe-inline'", ...of('style')],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        // Not every browser counts a socket of the same host as 'self'.
        'connect-src': ["'self'", (request) => socketOrigin(request, peers), ...of('')],
        'frame-src': ["'self'", ...of('')],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Set below, where it applies.
    hsts: false,
    // Google's button opens a window that must reach the page.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      if (peers.isSecure(request.raw)) void reply.headers(hsts);
      done();
    });
}

function socketOrigin(request: IncomingMessage, peers: Peers): string {
  return peers.originOf(request)?.replace(/^http/, 'ws') ?? "'self'";
}
