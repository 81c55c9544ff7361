import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { type ErrorCode, statusOfCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import type { Logger } from '@parlour/kernel/logging/logger';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { Renewal } from '../contract/renewal.ts';
import { crossOriginHeaders } from '../http/headers/cross-origin.ts';
import { plainHeadersFor } from '../http/headers/headers.ts';
import { isForeign } from '../http/headers/origin.ts';
import type { ClientAddresses } from '../http/requests/client-addresses.ts';
import { LimitKeys } from '../limits/limit-keys.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { AccessTokens } from '../session/access-tokens.ts';
import { EndedSessions } from '../session/ended-sessions.ts';
import { SessionCookies } from '../session/session-cookies.ts';
import type { Session } from '../session/session.ts';
import { readsRefusals } from './refused.ts';
import { roomOf } from './rooms.ts';

// The adapter has its own copy of Socket.IO, so its types come from there.
type Server = ReturnType<IoAdapter['createIOServer']>;
/** The payload of an event, and its acknowledgement. */
interface Sent {
  readonly data: unknown;
  readonly ack?: (answer: unknown) => void;
}

type Socket = Parameters<IoAdapter['bindMessageHandlers']>[0];
type Handlers = Parameters<IoAdapter['bindMessageHandlers']>[1];
type Listener = (this: Socket, ...sent: unknown[]) => void;
type ServerOptions = NonNullable<Parameters<IoAdapter['createIOServer']>[1]>;

/** A request of a connection, parsed by Engine.IO: the first has no id yet. */
type ConnectionRequest = IncomingMessage & {
  /** Of a request that polls. */
  readonly res?: ServerResponse;
  readonly _query?: { readonly sid?: string; readonly transport?: string; readonly refusals?: unknown };
};

/** Each waits for services and holds memory; a page has a few. */
const mostUnderWay = 50;
const tooMany: SocketAnswer = { error: messages.tooManyRequests(1), code: 'limit.reached' };

/** Socket.IO on the gateway's own port. */
export class SocketAdapter extends IoAdapter {
  private readonly tokens: AccessTokens;
  private readonly cookies: SessionCookies;
  private readonly limitKeys: LimitKeys;
  private readonly ended: EndedSessions;
  private readonly renewal: Renewal;
  /** The cookies of sessions that a handshake has renewed. */
  private readonly renewed = new WeakMap<IncomingMessage, readonly string[]>();
  /** The sessions that opened connections, by the first request of each. */
  private readonly openers = new WeakMap<IncomingMessage, string | null>();
  /** What answers the events of a socket, which Nest has bound to it, in the order of gateways. */
  private readonly callbacks = new WeakMap<Socket, Handlers[number]['callback'][]>();
  private readonly listeners = new Map<string, Listener>();
  private readonly leaving = new WeakSet<Socket>();
  private server: Server | undefined;
  /** How many events of a socket are being answered. */
  private readonly underWay = new WeakMap<Socket, number>();

  constructor(
    app: NestFastifyApplication,
    private readonly addresses: ClientAddresses,
    private readonly rates: RateLimits,
    private readonly log: Logger,
  ) {
    super(app);
    this.tokens = app.get(AccessTokens);
    this.cookies = app.get(SessionCookies);
    this.limitKeys = app.get(LimitKeys);
    this.ended = app.get(EndedSessions);
    this.renewal = app.get(Renewal);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const own: Partial<ServerOptions> = {
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: limits.socketMessageBytes,
      connectTimeout: 10_000,
      // `cors.origin` does not stop a foreign handshake that carries the cookie; this does.
      allowRequest: (request: ConnectionRequest, decide) => {
        void this.refusalOf(request).then((refusal) => {
          if (refusal && refusal !== 'session.missing') this.note(request, refusal);
          if (refusal && request.res) answerWith(statusOfCode[refusal], request.res);
          decide(refusal, refusal === null);
        });
      },
    };
    const server = super.createIOServer(port, { ...options, ...own } as ServerOptions); // the constructor takes a part of them
    this.server = server;
    const { engine } = server;
    engine.generateId = (request: IncomingMessage) => {
      this.openers.set(request, this.sessionOf(request)?.id ?? null);
      return randomBytes(16).toString('base64url');
    };
    engine.use((request: ConnectionRequest, response: ServerResponse, next: (failure?: Error) => void) => {
      const headers = { ...plainHeadersFor(request, this.addresses), ...crossOriginHeaders(request, this.addresses) };
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const opened = engine['clients'][request._query?.sid ?? '']?.request;
      if (opened === undefined) {
        next();
        return;
      }
      void this.isOpenedBy(request, opened).then((isOwn) => {
        if (!isOwn) this.note(request, 'session.missing');
        next(isOwn ? undefined : new Error('this connection belongs to another session'));
      });
    });
    engine.on('headers', (headers: Record<string, unknown>, request: ConnectionRequest) => {
      const lines = this.renewed.get(request);
      // Over WebSocket, Engine.IO writes one line for each spelling of a name.
      if (lines && request._query?.transport !== 'polling')
        Object.assign(headers, { 'set-cookie': lines[0], 'Set-Cookie': lines[1] });
    });
    return server;
  }

  /**
   * Answers an event with what its handler returns. Nest's own keeps a stream for each event of
   * each socket, which takes more memory than the socket itself; here all sockets share a listener.
   */
  override bindMessageHandlers(
    socket: Socket,
    handlers: Handlers,
    transform: (answer: unknown) => Observable<unknown>,
  ) {
    const bound = this.callbacks.get(socket) ?? [];
    for (const { message, callback } of handlers) {
      socket.on(String(message), this.listenerOf(String(message), bound.length, transform));
      bound.push(callback);
    }
    this.callbacks.set(socket, bound);
  }

  /** @param place of the callback among those of a socket, which is the same for all sockets */
  private listenerOf(event: string, place: number, transform: (answer: unknown) => Observable<unknown>): Listener {
    const known = this.listeners.get(event);
    if (known) return known;
    const { callbacks, log, underWay } = this;
    const payloadOf = (sent: unknown[]): Sent => this.mapPayload(sent) as Sent; // Socket.IO made the acknowledgement
    const listener: Listener = function (...sent) {
      const { data, ack } = payloadOf(sent);
      const others = underWay.get(this) ?? 0;
      if (others >= mostUnderWay) {
        ack?.(tooMany);
        return;
      }
      underWay.set(this, others + 1);
      const answered = defer(() => transform(callbacks.get(this)?.[place]?.(data, ack)));
      const fault = (err: unknown): void => log.error({ err }, 'a socket event was not answered');
      lastValueFrom(answered, { defaultValue: undefined })
        .then((answer) => void ack?.(answer), fault)
        .finally(() => underWay.set(this, (underWay.get(this) ?? 1) - 1));
    };
    this.listeners.set(event, listener);
    return listener;
  }

  /** Once: Nest asks for each of its gateways, with the same stream behind each callback. */
  override bindClientDisconnect(socket: Socket, callback: () => void): void {
    if (this.leaving.has(socket)) return;
    this.leaving.add(socket);
    super.bindClientDisconnect(socket, callback);
  }

  /** The first argument of an event, and its acknowledgement; clients may send anything else. */
  override mapPayload(payload: unknown): ReturnType<IoAdapter['mapPayload']> {
    const sent: readonly unknown[] = Array.isArray(payload) ? payload : [payload];
    const [data, ...rest] = sent;
    const ack = rest.at(-1);
    if (typeof data === 'function') return { data: undefined, ack: data };
    return typeof ack === 'function' ? { data, ack } : { data };
  }

  /**
   * Socket.IO tries a refused request again by itself, but not a refused socket: so clients that do
   * not read why come back once somebody has signed in. Source: decisions T-12.
   */
  private async refusalOf(request: ConnectionRequest): Promise<ErrorCode | null> {
    if (isForeign(request, this.addresses)) return 'origin.foreign';
    // Verified here, so that all who share an address can come back at once after a restart.
    const known = this.sessionOf(request);
    if (!(await this.mayAsk(request))) return 'limit.reached';
    if (readsRefusals(request._query)) return null;
    const session = known ?? (await this.renewedSession(request));
    if (session === null || this.ended.has(session.id) || !this.ended.isCurrent) return 'session.missing';
    // A request of a connection that is open already is not one more.
    const isAnother = request._query?.sid === undefined;
    return isAnother && this.socketsOf(session) >= this.rates.sockets.perUser ? 'limit.reached' : null;
  }

  private async mayAsk(request: IncomingMessage): Promise<boolean> {
    const caller = this.limitKeys.keyOf(request, this.addresses.addressOf(request));
    return this.rates.take('request', caller).then(
      () => true,
      () => false,
    );
  }

  /** Of a client of the contract, whose access token has expired; null if its session has ended. */
  private async renewedSession(request: ConnectionRequest): Promise<Session | null> {
    try {
      const grant = await this.renewal.of(request, newRequestId());
      if (!grant) return null;
      const lines = this.cookies.replace(request, grant);
      this.renewed.set(request, lines);
      request.res?.setHeader('set-cookie', lines);
      return this.sessionOf(request);
    } catch {
      return null;
    }
  }

  /**
   * A polling connection is many requests, each with its id in the URL: the id alone must not
   * replace the session.
   */
  private async isOpenedBy(request: ConnectionRequest, opened: ConnectionRequest): Promise<boolean> {
    if (isForeign(request, this.addresses)) return false;
    let session = this.sessionOf(request);
    if (!session && !readsRefusals(opened._query) && (await this.mayAsk(request))) {
      session = await this.renewedSession(request);
    }
    return (session?.id ?? null) === this.openers.get(opened);
  }

  private socketsOf({ user }: Session): number {
    return this.server?.sockets.adapter.rooms.get(roomOf('user', user.id))?.size ?? 0;
  }

  private sessionOf(request: IncomingMessage): Session | null {
    const token = this.cookies.accessTokenOf(request);
    try {
      return token === null ? null : this.tokens.verify(token);
    } catch {
      return null;
    }
  }

  private note(request: IncomingMessage, refusal: ErrorCode): void {
    this.log.info({ address: this.addresses.addressOf(request), refusal }, 'socket refused');
  }
}

/** Engine.IO answers 403 to each request that is refused. */
function answerWith(status: number, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (_: number, ...rest: never[]) => writeHead(status, ...rest);
}
