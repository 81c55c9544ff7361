import type { Socket } from 'node:net';
import { ServerTCP, type TcpSocket } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { messages } from '@parlour/contracts/messages';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { Call, RefusalWire } from './calls.ts';
import type { SharedKeyTls } from './shared-key-tls.ts';
import {
  closingRefusal,
  FramedSocket,
  frameLimits,
  pingPattern,
  type ReplyFrame,
  type RequestFrame,
  UnsentFrame,
} from './tcp-frames.ts';

/** Where a service listens, and who may connect. */
export interface TcpServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: SharedKeyTls;
  readonly logger: Logger;
}

/**
 * Nest's TCP server for one service, by TLS. It bounds its frames, answers pings, and closes in
 * order: what comes while it closes is refused as not begun, so that its caller takes it elsewhere;
 * what is in flight is finished and answered.
 */
export class TcpServer extends ServerTCP {
  private readonly inFlight = new Set<Promise<unknown>>();
  private closing = false;

  constructor(private readonly settings: TcpServerOptions) {
    super({ host: settings.host, port: settings.port, tlsOptions: settings.tls.server });
    const strangers = new RepeatedFailures(settings.logger);
    this.server.on('tlsClientError', (failure) =>
      strangers.warn(failure, 'a connection without a key of ACTOR_SECRET was turned away'),
    );
  }

  /** The port that it listens on. */
  get listensOn(): number {
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : this.port;
  }

  /** @returns when everything in flight is answered; whoever closes sets the limit */
  // oxlint-disable-next-line typescript/no-misused-promises -- Nest awaits what closing answers; only this one's types say that it answers nothing
  override async close(): Promise<void> {
    this.closing = true;
    this.server.close();
    await Promise.allSettled(this.inFlight);
    // What was answered last still has to be written.
    await Promise.all([...this.openSockets].map(flushed));
    super.close();
  }

  protected override getSocketInstance(socket: Socket): TcpSocket {
    return new FramedSocket(socket, { received: frameLimits.request, sent: frameLimits.reply });
  }

  override async handleMessage(socket: TcpSocket, raw: unknown): Promise<void> {
    const { id, pattern, data } = raw as RequestFrame; // of a process that holds the key
    const reply = (answer: Pick<ReplyFrame, 'response' | 'err'>): void =>
      socket.sendMessage({ id, isDisposed: true, ...answer } satisfies ReplyFrame);
    if (this.closing) return reply({ err: closingRefusal });
    if (pattern === pingPattern) return reply({ response: true });
    const work = this.answer(pattern as RpcName, data as Call<RpcName>); // another one has no handler
    this.inFlight.add(work);
    try {
      reply({ response: await work });
    } catch (err) {
      reply({ err: err instanceof UnsentFrame ? this.unsent(err, String(pattern)) : err instanceof Error ? {} : err });
    } finally {
      this.inFlight.delete(work);
    }
  }

  /** Callers that go away, and strangers; Nest would call each an error. */
  protected override handleError(failure: unknown): void {
    this.settings.logger.debug({ err: failure }, 'a connection was lost');
  }

  /** What the caller is told in place of a reply that would have broken the connection: this call alone fails. */
  private unsent(err: UnsentFrame, call: string): RefusalWire {
    this.settings.logger.error({ err, call }, 'a reply could not be sent');
    if (err.why === 'long') return { code: 'failure.unknown', text: messages.unknownFailure };
    return { code: 'service.unavailable', text: messages.unavailable, retryAfterSeconds: 1 };
  }

  /** @throws RefusalWire, or an Error that tells the caller nothing */
  private async answer(name: RpcName, call: Call<RpcName>): Promise<unknown> {
    try {
      const handler = this.getHandlerByPattern(name);
      if (!handler) throw new Error(`${name} is not answered`);
      return await lastValueFrom(this.transformToObservable(await handler(call, {})));
    } catch (failure) {
      if (failure instanceof Error) this.settings.logger.warn({ err: failure }, 'a call was turned away');
      throw failure;
    }
  }
}

function flushed(socket: Socket): Promise<void> {
  return socket.writableLength === 0 ? Promise.resolve() : new Promise((resolve) => socket.end(resolve));
}
