import type { IncomingMessage } from 'node:http';
import fastifyHelmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Peers } from './peers.ts';

/** Where Google's button comes from. */
const gsi = 'https://accounts.google.com/gsi/';

/** The headers of the security design, "Session"; Google's origin only where signing in by Google is set up. */
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
    // Sent below where it means something: a site in a LAN without https must work.
    hsts: false,
    // Google's button opens a window that has to answer the page.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      if (peers.isSecure(request.raw)) void reply.header('strict-transport-security', 'max-age=31536000');
      done();
    });
}

function socketOrigin(request: IncomingMessage, peers: Peers): string {
  return peers.originOf(request)?.replace(/^http/, 'ws') ?? "'self'";
}
