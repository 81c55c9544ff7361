import type { Socket } from 'node:net';
import { ServerTCP, type TcpSocket } from '@nestjs/microservices';
import { messages } from '@parlour/contracts/messages';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { Call, RefusalWire } from './calls.ts';
import { answerCall } from './service-edge.ts';
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

/** A service's address and keys. */
export interface TcpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: SharedKeyTls;
  readonly logger: Logger;
}

/**
 * Nest's TCP server for one service, over TLS. It bounds frames, answers pings, and closes in
 * order: calls that arrive while closing are refused as not begun, so that their callers go
 * elsewhere; calls in flight are finished and answered.
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

  /** Resolves when everything in flight is answered; the caller sets the limit. */
  // oxlint-disable-next-line typescript/no-misused-promises -- Nest awaits what closing answers; only this one's types say that it answers nothing
  override async close(): Promise<void> {
    this.closing = true;
    this.server.close();
    await Promise.allSettled(this.inFlight);
    // The last answers must still be written.
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
    const call = { ...(data as Omit<Call<RpcName>, 'name'>), name: pattern } as Call<RpcName>; // of another name: without a handler
    const work = this.answer(call);
    this.inFlight.add(work);
    try {
      reply({ response: await work });
    } catch (err) {
      reply({ err: err instanceof UnsentFrame ? this.unsent(err, String(pattern)) : err instanceof Error ? {} : err });
    } finally {
      this.inFlight.delete(work);
    }
  }

  /** Caused by clients that go away, and by strangers; Nest would log each as an error. */
  protected override handleError(failure: unknown): void {
    this.settings.logger.debug({ err: failure }, 'connection lost');
  }

  /** Sent instead of a reply that would have broken the connection: only this call fails. */
  private unsent(err: UnsentFrame, call: string): RefusalWire {
    this.settings.logger.error({ err, call }, 'reply not sent');
    if (err.why === 'long') return { code: 'failure.unknown', text: messages.unknownFailure };
    return { code: 'service.unavailable', text: messages.unavailable, retryAfterSeconds: 1 };
  }

  /** @throws RefusalWire, or an Error that reveals nothing to the caller */
  private async answer(call: Call<RpcName>): Promise<unknown> {
    try {
      const handler = this.getHandlerByPattern(call.name);
      if (!handler) throw new Error(`${call.name} is not answered`);
      return await answerCall(handler, call, this.settings.logger);
    } catch (failure) {
      if (failure instanceof Error) this.settings.logger.warn({ err: failure }, 'call refused: unknown or malformed');
      throw failure;
    }
  }
}

function flushed(socket: Socket): Promise<void> {
  return socket.writableLength === 0 ? Promise.resolve() : new Promise((resolve) => socket.end(resolve));
}
