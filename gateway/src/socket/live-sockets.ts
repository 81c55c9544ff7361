import { Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { formatPositions } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import type { LiveBatch } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { Unsubscribe } from '@parlour/kernel/bus/bus';
import { measureWhenAsked, sockets } from '@parlour/kernel/metrics/metrics';
import { contractRoom, LiveDialect } from '../contract/live-dialect.ts';
import { Renewal } from '../contract/renewal.ts';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { AccessTokens, accessSeconds, notSignedIn } from '../session/access-tokens.ts';
import { EndedSessions } from '../session/ended-sessions.ts';
import { SessionCookies } from '../session/session-cookies.ts';
import { Burst } from './burst.ts';
import { Fanout } from './fanout.ts';
import { OnlinePeople } from './online-people.ts';
import { partWatchers } from './part-watchers.ts';
import { readsRefusals } from './refused.ts';
import { roomOf } from './rooms.ts';
import type { LiveServer, LiveSocket } from './live-socket.ts';

/** How long a start waits for the broker, in milliseconds: the first sockets miss nothing then. */
export const brokerMs = 10_000;

/** How often to look for sockets whose access token has expired, in milliseconds. */
const expiryMs = 1_000;

/**
 * The sockets of signed-in users: admitted by their cookie, put into rooms, sent live messages. A
 * socket whose connection is closed reconnects by itself, and a disconnected one does not: so
 * connections are closed, even those of ended sessions, because the same browser may have the next
 * session already. Source: decisions T-12.
 */
@WebSocketGateway()
export class LiveSockets implements OnGatewayInit, OnGatewayConnection, OnApplicationBootstrap, OnApplicationShutdown {
  private server: LiveServer | undefined;
  private stopListening: Unsubscribe | undefined;
  private isStopping = false;
  private stopMeasuring: (() => void) | undefined;
  private expiring: NodeJS.Timeout | undefined;

  // LiveMessage ties event and payload together; Socket.IO's types take them apart.
  private readonly burst = new Burst((message) => {
    const { to, except = [], event, payload, source, position } = message;
    if (!this.server) return;
    if (message.event === 'onlineUpdate') partWatchers(this.server, message);
    this.server
      .to([...to])
      .except([...except, contractRoom])
      .emit(event, ...([payload, formatPositions({ [source]: position })] as never)); // as above
    this.dialect.send(this.server, message);
  });

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly tokens: AccessTokens,
    private readonly cookies: SessionCookies,
    private readonly ended: EndedSessions,
    private readonly limits: RateLimits,
    private readonly online: OnlinePeople,
    private readonly dialect: LiveDialect,
    private readonly renewal: Renewal,
  ) {}

  afterInit(server: LiveServer): void {
    this.server = server;
    server.use((socket, next) => {
      const refusal = this.refusalOf(socket);
      if (refusal) this.environment.logger.info({ refusal: refusal.message }, 'socket refused');
      if (refusal && !readsRefusals(socket.handshake.query)) socket.conn.close();
      else next(refusal);
    });
    this.ended.onEnded((sessionId) => this.closeSession(sessionId));
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bus, logger } = this.environment;
    this.expiring = setInterval(() => this.closeExpired(), expiryMs).unref();
    this.stopMeasuring = measureWhenAsked(() => sockets.set(this.server?.sockets.sockets.size ?? 0));
    const listening = this.listen();
    if (!bus.durable) return listening;
    const known = listening.catch((failure: unknown) => logger.error({ err: failure }, 'no live messages'));
    // A broker may be away: after a while, people are served without live messages.
    await Promise.race([known, new Promise((over) => setTimeout(over, brokerMs).unref())]);
    return undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.expiring);
    this.stopMeasuring?.();
    await this.stopListening?.();
    this.burst.clear();
  }

  handleConnection(socket: LiveSocket): void {
    const { session } = socket.data;
    void socket.join(['public', roomOf('user', session.user.id), roomOf('session', session.id)]);
    if (!readsRefusals(socket.handshake.query)) void socket.join(contractRoom);
    // Its session may have ended between handshake and joining.
    if (this.refusalOf(socket, 0)) {
      socket.conn.close();
      return;
    }
    const userId = session.user.id;
    this.online.come(userId);
    socket.once('disconnect', () => {
      this.online.leave(userId);
      // A client can leave and come back as another socket: nothing would count or end a connection
      // without one, and the count of events would begin anew.
      socket.conn.close();
    });
    this.limitEvents(socket);
  }

  /** Why a socket is refused; the client reads the code as the message of `connect_error`. */
  private refusalOf(socket: LiveSocket, joining = 1): Error | undefined {
    try {
      const token = this.cookies.accessTokenOf(socket.request);
      if (token === null) throw notSignedIn();
      socket.data.session = this.tokens.verify(token);
      this.ended.refuse(socket.data.session.id);
      const room = socket.nsp.adapter.rooms.get(roomOf('user', socket.data.session.user.id));
      if ((room?.size ?? 0) + joining > this.limits.sockets.perUser) {
        throw new DomainError('limit.reached', messages.tooManySockets);
      }
      return undefined;
    } catch (failure) {
      const { code, message } = failure instanceof DomainError ? failure : notSignedIn();
      return Object.assign(new Error(code), { data: { code, error: message } });
    }
  }

  /** A flooding socket is cut off; it may reconnect. */
  private limitEvents(socket: LiveSocket): void {
    let second = 0;
    let events = 0;
    socket.use((_event, next) => {
      const now = Math.floor(performance.now() / 1_000);
      events = now === second ? events + 1 : 1;
      second = now;
      if (events > this.limits.sockets.eventsPerSecond) socket.conn.close();
      else next();
    });
  }

  private async listen(): Promise<void> {
    const fanout = new Fanout({ emit: (message) => this.burst.take(message), reset: () => this.reset() });
    const stop = await this.environment.bus.listen((batch: LiveBatch) => {
      this.ended.add(batch.endedSessions);
      fanout.receive(batch);
    });
    if (this.isStopping) {
      await stop();
      return;
    }
    this.stopListening = stop;
    // Sockets that connected before may have missed messages.
    this.reset();
  }

  /** Every client reconnects and refetches. */
  private reset(): void {
    this.burst.clear();
    for (const socket of this.sockets) socket.conn.close();
  }

  private get sockets(): Iterable<LiveSocket> {
    return this.server?.sockets.sockets.values() ?? [];
  }

  private closeSession(sessionId: string): void {
    const { sockets, adapter } = this.server?.sockets ?? {};
    for (const id of adapter?.rooms.get(roomOf('session', sessionId)) ?? []) sockets?.get(id)?.conn.close();
  }

  /**
   * The client refreshes its token and reconnects; one of the contract reads nothing again after
   * that, so its socket goes on. A timer for each socket would take memory. Source: decisions T-15.
   */
  private closeExpired(): void {
    const now = Date.now() / 1_000;
    for (const socket of this.sockets) {
      const { session } = socket.data;
      if (session.expiresAt > now) continue;
      if (readsRefusals(socket.handshake.query)) socket.conn.close();
      else {
        socket.data.session = { ...session, expiresAt: now + accessSeconds };
        void this.renewal.goesOn(session).then((goesOn) => goesOn || socket.conn.close());
      }
    }
  }
}
