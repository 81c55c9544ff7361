import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';
import type { SharedKeyTls } from './shared-key-tls.ts';
import { Broken, TcpConnection } from './tcp-connection.ts';

/** Times of a pool in milliseconds. */
export interface PoolTimes {
  /** How often each replica is pinged, and how long it may take to answer before it is out. */
  readonly pingEvery: number;
  readonly silence: number;
  /** How soon a replica that is out is retried. */
  readonly retry: number;
  /** How long a call waits when all replicas are out. */
  readonly absence: number;
  /**
   * How long after the last one went calls wait for the next, which is probably starting; they need
   * some of their own time to be answered then.
   */
  readonly restart: number;
  /**
   * After how long a connection is renewed and names are resolved again, so that new replicas get
   * calls.
   */
  readonly renew: number;
  readonly resolve: number;
  /** How soon names are resolved again while a replica is out: the next one may be elsewhere. */
  readonly search: number;
}

/** The times used in production. */
export const poolTimes: PoolTimes = {
  pingEvery: 2_000,
  silence: 2_500,
  retry: 250,
  absence: 1_000,
  restart: 4_000,
  renew: 300_000,
  resolve: 5_000,
  search: 500,
};

/**
 * One replica of a service, kept connected. It takes part while it answers pings: a frozen process
 * gives no error by itself. Its connection is renewed now and then, the old one drained behind the
 * new.
 * Source: docs/design/architecture.md#calls.
 */
export class TcpReplica {
  private connection: TcpConnection | undefined;
  private suspected: (() => void) | undefined;
  private readonly ending = new AbortController();

  constructor(
    readonly host: string,
    readonly port: number,
    private readonly tls: SharedKeyTls,
    private readonly times: PoolTimes,
    private readonly logger: Logger,
    /** Called whenever it becomes available. */
    private readonly onUsable: () => void,
    /** Called whenever it is out. */
    private readonly onOut: () => void,
  ) {
    void this.keep();
  }

  /** Whether it can take calls. */
  get isUsable(): boolean {
    return this.connection !== undefined;
  }

  /** How many calls are in flight there. */
  get inFlight(): number {
    return this.connection?.inFlight ?? 0;
  }

  /** @throws what TcpConnection.ask does */
  ask(pattern: string, data: unknown, limitMs: number, mayRepeat: boolean): Promise<unknown> {
    return this.connection?.ask(pattern, data, limitMs, mayRepeat) ?? Promise.reject(new Broken('not connected'));
  }

  /** It took too long, or is stopping: out until it answers a ping. */
  suspect(): void {
    this.connection = undefined;
    this.suspected?.();
  }

  /** Takes no new calls; closes once those in flight are done. */
  leave(): void {
    this.ending.abort();
    this.suspect();
  }

  private async keep(): Promise<void> {
    let current: TcpConnection | undefined;
    while (!this.ending.signal.aborted) {
      const next = await this.connect();
      if (next) {
        // Calls in flight finish on the old one, while new calls use the new one.
        current?.drain();
        current = next;
        this.connection = next;
        this.onUsable();
      }
      if (!current) await this.pause(this.times.retry);
      else if (!(await this.isGoodUntilRenewal(current))) {
        if (this.connection === current) this.connection = undefined;
        current.drain();
        current = undefined;
        if (!this.ending.signal.aborted) this.onOut();
      }
    }
    current?.drain();
  }

  private async connect(): Promise<TcpConnection | undefined> {
    try {
      const connection = await TcpConnection.open(
        { ...this.tls.client, host: this.host, port: this.port },
        this.times.silence,
      );
      if ((await connection.ping(this.times.silence)) === 'answers' && !this.ending.signal.aborted) return connection;
      connection.destroy();
    } catch (failure) {
      this.logger.debug({ err: failure, host: this.host, port: this.port }, 'replica unreachable, retrying');
    }
    return undefined;
  }

  /**
   * Pings until the connection is due for renewal; false as soon as it has ended or stopped
   * answering.
   */
  private async isGoodUntilRenewal(connection: TcpConnection): Promise<boolean> {
    let isOpen = true;
    const ended = connection.ended.then(() => (isOpen = false));
    const renewAt = performance.now() + this.times.renew;
    while (performance.now() < renewAt) {
      const suspicion = new Promise<void>((resolve) => (this.suspected = resolve));
      await this.pause(this.times.pingEvery, ended, suspicion);
      if (!isOpen || this.ending.signal.aborted) return false;
      const answer = await connection.ping(this.times.silence);
      if (answer === 'silent') {
        this.logger.warn({ host: this.host, port: this.port }, 'replica does not answer pings');
        connection.giveUpReads();
      }
      if (answer !== 'answers') return false;
      if (this.connection !== connection) {
        this.connection = connection;
        this.onUsable();
      }
    }
    return true;
  }

  /** Ends early with `leave`, or with any of `early`. */
  private async pause(ms: number, ...early: readonly Promise<unknown>[]): Promise<void> {
    if (this.ending.signal.aborted) return;
    // Not AbortSignal.any: in Node 20 the signal that lives on keeps a reference to each result.
    const rest = new AbortController();
    const stop = (): void => rest.abort();
    this.ending.signal.addEventListener('abort', stop);
    const over = delay(ms, undefined, { signal: rest.signal, ref: false }).catch(() => undefined);
    await Promise.race([over, ...early]);
    this.ending.signal.removeEventListener('abort', stop);
    stop();
  }
}
