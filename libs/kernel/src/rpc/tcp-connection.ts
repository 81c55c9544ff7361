import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { FramedSocket, frameLimits, isClosing, pingPattern, type ReplyFrame, type RequestFrame } from './tcp-frames.ts';
import { CallTimeout } from './calls.ts';

/** The connection is gone, or its replica does not answer: whatever was asked may have been carried out or not. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

interface Waiting {
  /** A read may be asked again elsewhere, so it need not wait for a replica that answers no more. */
  readonly isRead: boolean;
  readonly resolve: (response: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

/** One connection to one replica: many calls in flight at once, each told by its id. */
export class TcpConnection {
  private readonly waiting = new Map<string, Waiting>();
  private readonly frames: FramedSocket;
  private asked = 0;
  private gone: Error | undefined;
  private leaving = false;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(private readonly socket: TLSSocket) {
    this.frames = new FramedSocket(socket, { received: frameLimits.reply, sent: frameLimits.request });
    this.frames.on('message', (frame?: unknown) => this.take(frame as ReplyFrame)); // of a server that we chose
    this.ended = new Promise((resolve) => {
      // A framing error is emitted as text, beside what the operating system says.
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
   * @throws {Broken} when nobody listens there who holds the key, or the connection takes longer
   * than the limit
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
   * @throws what the service refused with
   * @throws {CallTimeout} when it takes longer than the limit
   * @throws {Broken} when the connection ended meanwhile
   */
  ask(pattern: string, data: unknown, limitMs: number, isRead: boolean): Promise<unknown> {
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
        isRead,
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
        this.waiting.get(id)?.reject(failure); // too long: this call alone fails
      }
    });
  }

  /** Whether the process at the other end answers in time, and goes on. */
  async ping(limitMs: number): Promise<'answers' | 'closing' | 'silent'> {
    try {
      await this.ask(pingPattern, {}, limitMs, false);
      return 'answers';
    } catch (failure) {
      return isClosing(failure) ? 'closing' : 'silent';
    }
  }

  /** Lets reads go elsewhere; commands wait on, for nobody else may do them. */
  giveUpReads(): void {
    for (const { isRead, reject } of [...this.waiting.values()]) if (isRead) reject(new Broken('no answer to a ping'));
  }

  /** Takes no part any more: ends as soon as what is in flight is answered or over its limit. */
  drain(): void {
    this.leaving = true;
    if (this.waiting.size === 0) this.socket.end();
    // The other end may be frozen, and never answer the end of a connection.
    const last = setTimeout(() => this.socket.destroy(), 10_000);
    last.unref();
    void this.ended.then(() => clearTimeout(last));
  }

  /** Ends at once; what is in flight is broken. */
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
