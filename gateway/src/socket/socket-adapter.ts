import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { Logger } from '@parlour/kernel/logging/logger';
import { plainHeadersFor } from '../http/headers.ts';
import { isForeign } from '../http/origin.ts';
import { limitKeyOf, type Peers } from '../http/peers.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { AccessTokens } from '../session/access-tokens.ts';
import { SessionCookies } from '../session/session-cookies.ts';

// The adapter has its own copy of Socket.IO, so its types come from there.
type Server = ReturnType<IoAdapter['createIOServer']>;
type ServerOptions = NonNullable<Parameters<IoAdapter['createIOServer']>[1]>;

/** A request of a connection, parsed by Engine.IO: the first has no id yet. */
type ConnectionRequest = IncomingMessage & { readonly _query?: { readonly sid?: string } };

/** Socket.IO on the gateway's own port. */
export class SocketAdapter extends IoAdapter {
  private readonly tokens: AccessTokens;
  private readonly cookies: SessionCookies;
  /** The sessions that opened connections, by the first request of each. */
  private readonly openers = new WeakMap<IncomingMessage, string | null>();

  constructor(
    app: NestFastifyApplication,
    private readonly peers: Peers,
    private readonly rates: RateLimits,
    private readonly log: Logger,
  ) {
    super(app);
    this.tokens = app.get(AccessTokens);
    this.cookies = app.get(SessionCookies);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const own: Partial<ServerOptions> = {
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: limits.socketMessageBytes,
      connectTimeout: 10_000,
      // `cors.origin` does not stop a foreign handshake that carries the cookie; this does.
      allowRequest: (request: IncomingMessage, decide) => {
        void this.refusalOf(request).then((refusal) => {
          if (refusal) this.note(request, refusal);
          decide(refusal, refusal === null);
        });
      },
    };
    const server = super.createIOServer(port, { ...options, ...own } as ServerOptions); // the constructor takes a part of them
    const { engine } = server;
    engine.generateId = (request: IncomingMessage) => {
      this.openers.set(request, this.sessionOf(request));
      return randomBytes(16).toString('base64url');
    };
    engine.use((request: ConnectionRequest, response: ServerResponse, next: (failure?: Error) => void) => {
      for (const [name, value] of Object.entries(plainHeadersFor(request, this.peers))) response.setHeader(name, value);
      const opened = engine['clients'][request._query?.sid ?? '']?.request;
      const isOwn = opened === undefined || this.isOpenedBy(request, opened);
      if (!isOwn) this.note(request, 'session.missing');
      next(isOwn ? undefined : new Error('this connection belongs to another session'));
    });
    return server;
  }

  private async refusalOf(request: IncomingMessage): Promise<ErrorCode | null> {
    if (isForeign(request, this.peers)) return 'origin.foreign';
    const address = limitKeyOf(this.peers.addressOf(request));
    return this.rates.take('request', address).then(
      () => null,
      () => 'limit.reached',
    );
  }

  /**
   * A polling connection is many requests, each with its id in the URL: the id alone must not
   * replace the session.
   */
  private isOpenedBy(request: IncomingMessage, opened: IncomingMessage): boolean {
    return !isForeign(request, this.peers) && this.sessionOf(request) === this.openers.get(opened);
  }

  private sessionOf(request: IncomingMessage): string | null {
    const token = this.cookies.accessTokenOf(request);
    try {
      return token === null ? null : this.tokens.verify(token).id;
    } catch {
      return null;
    }
  }

  private note(request: IncomingMessage, refusal: ErrorCode): void {
    this.log.info({ address: this.peers.addressOf(request), refusal }, 'socket refused');
  }
}
