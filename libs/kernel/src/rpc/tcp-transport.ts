import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Source, sources } from '@parlour/contracts/envelope';
import { kindOf, type RpcName } from '@parlour/contracts/rpc';
import type { Logger } from '../logging/logger.ts';
import { type Call, CallTimeout, serviceOf, type Transport } from './calls.ts';
import { revived, type UnparsedResult } from './json.ts';
import type { SharedKeyTls } from './shared-key-tls.ts';
import { Broken } from './tcp-connection.ts';
import { isClosing } from './tcp-frames.ts';
import { type PoolTimes, poolTimes, TcpReplica } from './tcp-replica.ts';

/** The addresses of a service's replicas: a name stands for every address that it resolves to. */
export interface ServiceAddress {
  readonly source: Source;
  readonly host: string;
  readonly port: number;
}

/** How often a call is started at most. */
const attempts = 3;

/** The addresses that a name resolves to. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

const resolveName: ResolveName = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Calls over Nest TCP with TLS. The replicas of a service share its calls. A read that a replica
 * does not answer is repeated on another; a command never, because it may have been carried out,
 * and its key makes the client's retry safe. Calls refused as not begun always go elsewhere.
 */
export class TcpTransport implements Transport {
  private readonly pools = new Map<Source, TcpPool>();

  constructor(
    private readonly addresses: readonly ServiceAddress[],
    private readonly tls: SharedKeyTls,
    private readonly logger: Logger,
    private readonly times: PoolTimes = poolTimes,
    private readonly names: ResolveName = resolveName,
  ) {}

  async send({ name, ...data }: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    const deadline = performance.now() + limitMs;
    const mayRepeat = kindOf(name) !== 'command';
    const pool = this.poolOf(serviceOf(name));
    const tried = new Set<TcpReplica>();
    let last: unknown = new Broken(`no replica answers ${name}`);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const replica = await pool.choose(tried, deadline);
      if (!replica) break;
      tried.add(replica);
      try {
        const answer = await replica.ask(name, data, deadline - performance.now(), mayRepeat);
        return revived(answer as UnparsedResult<RpcName>); // by the handler of that name
      } catch (failure) {
        if (failure instanceof CallTimeout || isClosing(failure)) replica.suspect();
        if (!isClosing(failure) && !(mayRepeat && failure instanceof Broken)) throw failure;
        last = failure;
      }
    }
    throw last;
  }

  /** Closes every connection once the calls in flight on it are answered. */
  close(): void {
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private poolOf(source: Source): TcpPool {
    let pool = this.pools.get(source);
    if (!pool) {
      const own = this.addresses.filter((address) => address.source === source);
      if (own.length === 0) throw new Error(`no address of ${source} is known`);
      pool = new TcpPool(own, this.tls, this.logger, this.times, this.names);
      this.pools.set(source, pool);
    }
    return pool;
  }
}

/** The replicas of one service. */
class TcpPool {
  private replicas = new Map<string, TcpReplica>();
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  /** Names that could not be resolved last time, so that each is logged once. */
  private readonly unknown = new Set<string>();
  private closed = false;
  /** Since when none of those that were there is. */
  private outSince: number | undefined;

  constructor(
    private readonly addresses: readonly ServiceAddress[],
    private readonly tls: SharedKeyTls,
    private readonly logger: Logger,
    private readonly times: PoolTimes,
    private readonly names: ResolveName,
  ) {
    void this.resolve();
  }

  /**
   * The least loaded of those not tried yet, else of all; if all are out, the first to come back in
   * time: while the last one may be restarting, later calls wait for it too.
   */
  async choose(tried: ReadonlySet<TcpReplica>, deadline: number): Promise<TcpReplica | undefined> {
    const patience = performance.now() + this.times.absence;
    for (;;) {
      const usable = this.usable;
      const fresh = usable.filter((replica) => !tried.has(replica));
      const [best] = (fresh.length > 0 ? fresh : usable).sort((one, other) => one.inFlight - other.inFlight);
      if (best) {
        this.rotate(best);
        return best;
      }
      const restarted = this.outSince === undefined ? patience : this.outSince + this.times.restart;
      const rest = Math.min(deadline, Math.max(patience, restarted)) - performance.now();
      if (rest <= 0 || this.closed) return undefined;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, rest);
        this.waiting.add(wake);
      });
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const replica of this.replicas.values()) replica.leave();
    this.replicas.clear();
    this.wake();
  }

  private get usable(): TcpReplica[] {
    return [...this.replicas.values()].filter((replica) => replica.isUsable);
  }

  private noteOut(): void {
    if (this.usable.length === 0) this.outSince ??= performance.now();
  }

  /** Moved to the end, so that equally loaded replicas take turns. */
  private rotate(replica: TcpReplica): void {
    const key = keyOf(replica);
    this.replicas.delete(key);
    this.replicas.set(key, replica);
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }

  private async resolve(): Promise<void> {
    const found = new Map<string, { host: string; port: number }>();
    let isComplete = true;
    for (const { source, host, port } of this.addresses) {
      try {
        const hosts = isIP(host) ? [host] : await this.names(host);
        this.unknown.delete(host);
        for (const address of hosts) found.set(keyOf({ host: address, port }), { host: address, port });
      } catch (failure) {
        isComplete = false;
        if (!this.unknown.has(host)) this.logger.warn({ err: failure, service: source, host }, 'name not resolved');
        this.unknown.add(host);
      }
    }
    if (this.closed) return;
    for (const [key, { host, port }] of found) {
      if (this.replicas.has(key)) continue;
      const replica = new TcpReplica(
        host,
        port,
        this.tls,
        this.times,
        this.logger,
        () => {
          this.outSince = undefined;
          this.wake();
        },
        () => {
          this.noteOut();
          this.resolveIn(this.times.search);
        },
      );
      this.replicas.set(key, replica);
    }
    for (const [key, replica] of this.replicas) {
      // If a name cannot be resolved, its known addresses are kept.
      if (!isComplete || found.has(key)) continue;
      const wasUsable = replica.isUsable;
      this.replicas.delete(key);
      replica.leave();
      if (wasUsable) this.noteOut();
    }
    const isWhole = this.replicas.size > 0 && [...this.replicas.values()].every(({ isUsable }) => isUsable);
    this.resolveIn(isWhole ? this.times.resolve : this.times.search);
  }

  /** Plans the next turn, instead of the one that was planned. */
  private resolveIn(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.resolve(), ms);
    this.timer.unref();
  }
}

function keyOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host} ${port}`;
}

/**
 * Parses addresses of the form `service=10.0.0.1:4000,service=[::1]:4000`: a service may occur
 * several times.
 * @returns undefined if any part is invalid
 */
export function parseServiceAddresses(text: string): ServiceAddress[] | undefined {
  const addresses: ServiceAddress[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name, host, port] =
      /^([a-z]+)=(?:\[([^\]]+)\]|([^:\]]+)):(\d{1,5})$/.exec(part)?.flatMap((group) => group ?? []) ?? [];
    const source = sources.find((known) => known === name);
    if (!source || !host || !port || Number(port) > 65_535) return undefined;
    addresses.push({ source, host, port: Number(port) });
  }
  return addresses;
}
