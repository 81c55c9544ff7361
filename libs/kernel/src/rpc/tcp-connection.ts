import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { FramedSocket, frameLimits, isClosing, pingPattern, type ReplyFrame, type RequestFrame } from './tcp-frames.ts';
import { CallTimeout } from './calls.ts';

/**
 * The connection is lost, or its replica does not answer: the call may have been carried out or
 * not.
 */
export class Broken extends Error {
  override readonly name = 'Broken';
}

interface Waiting {
  /** A read may be repeated elsewhere, so it need not wait for a replica that stopped answering. */
  readonly mayRepeat: boolean;
  readonly resolve: (response: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

/** One connection to one replica: many calls in flight, matched by id. */
export class TcpConnection {
  private readonly waiting = new Map<string, Waiting>();
  private readonly frames: FramedSocket;
  private asked = 0;
  private gone: Error | undefined;
  private leaving = false;
  /** Resolves when it has ended for any reason. */
  readonly ended: Promise<void>;

  private constructor(private readonly socket: TLSSocket) {
    this.frames = new FramedSocket(socket, { received: frameLimits.reply, sent: frameLimits.request });
    this.frames.on('message', (frame?: unknown) => this.take(frame as ReplyFrame)); // of a server that we chose
    this.ended = new Promise((resolve) => {
      // A framing error is emitted as text, besides the system's errors.
      socket.on('error', (failure: unknown) =>
        this.break(`${failure instanceof Error ? failure.message : String(failure)}`),
      );
      socket.on('close', () => {
        this.break('closed');
        resolve();
      });
    });
  }

  /**
   * @throws {Broken} when nothing listens there that holds the key, or connecting exceeds the limit
   */
  static async open(options: ConnectionOptions, limitMs: number): Promise<TcpConnection> {
    const socket = connect(options);
    const connection = new TcpConnection(socket);
    const connected = once(socket, 'secureConnect');
    connected.catch(() => undefined);
    const timer = setTimeout(() => socket.destroy(), limitMs);
    try {
      await Promise.race([connected, connection.ended]);
      if (connection.gone) throw connection.gone;
      return connection;
    } catch (failure) {
      throw failure instanceof Broken ? failure : new Broken('no connection', { cause: failure });
    } finally {
      clearTimeout(timer);
    }
  }

  get inFlight(): number {
    return this.waiting.size;
  }

  /**
   * @throws the service's error
   * @throws {CallTimeout} when it exceeds the limit
   * @throws {Broken} when the connection ended meanwhile
   */
  ask(pattern: string, data: unknown, limitMs: number, mayRepeat: boolean): Promise<unknown> {
    if (this.gone) return Promise.reject(this.gone);
    const id = String(++this.asked);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const limit = this.waiting.get(id);
        limit?.reject(new CallTimeout(`${pattern} took longer than ${limitMs} ms`));
      }, limitMs);
      const settle = (): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        if (this.leaving && this.waiting.size === 0) this.socket.end();
      };
      this.waiting.set(id, {
        mayRepeat,
        resolve: (response) => {
          settle();
          resolve(response);
        },
        reject: (failure) => {
          settle();
          reject(failure as Error); // or a refusal, as it crossed
        },
      });
      try {
        this.frames.sendMessage({ id, pattern, data } satisfies RequestFrame);
      } catch (failure) {
        this.waiting.get(id)?.reject(failure); // too long: only this call fails
      }
    });
  }

  /** Whether the peer answers in time; it keeps the connection open. */
  async ping(limitMs: number): Promise<'answers' | 'closing' | 'silent'> {
    try {
      await this.ask(pingPattern, {}, limitMs, false);
      return 'answers';
    } catch (failure) {
      return isClosing(failure) ? 'closing' : 'silent';
    }
  }

  /**
   * Breaks reads, so that they go elsewhere; commands keep waiting, because nothing else may run
   * them.
   */
  giveUpReads(): void {
    for (const { mayRepeat, reject } of [...this.waiting.values()])
      if (mayRepeat) reject(new Broken('no answer to a ping'));
  }

  /** Takes no new calls, and ends once those in flight are answered or timed out. */
  drain(): void {
    this.leaving = true;
    if (this.waiting.size === 0) this.socket.end();
    // The peer may be frozen and never confirm the end.
    const last = setTimeout(() => this.socket.destroy(), 10_000);
    last.unref();
    void this.ended.then(() => clearTimeout(last));
  }

  /** Ends at once; calls in flight are broken. */
  destroy(): void {
    this.socket.destroy();
  }

  private take(frame: ReplyFrame): void {
    const waiting = this.waiting.get(frame.id);
    if (frame.err === undefined || frame.err === null) waiting?.resolve(frame.response);
    else waiting?.reject(frame.err);
  }

  private break(why: string): void {
    this.gone ??= new Broken(why);
    this.socket.destroy();
    for (const { reject } of [...this.waiting.values()]) reject(this.gone);
  }
}
