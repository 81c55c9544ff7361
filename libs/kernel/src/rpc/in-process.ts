import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Source } from '@parlour/contracts/envelope';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Logger } from '../logging/logger.ts';
import { type Call, CallTimeout, serviceOf, type Transport } from './calls.ts';
import type { UnparsedResult } from './json.ts';
import { answerCall } from './service-edge.ts';

/**
 * Where the services of one process are found. Both sides share requests and replies: neither may
 * change them.
 */
export class InProcessHub implements Transport {
  private readonly servers = new Map<Source, InProcessServer>();

  /** The server of one service; give it to Nest as the strategy of its microservice. */
  serverOf(source: Source, logger: Logger): InProcessServer {
    const server = new InProcessServer(logger);
    this.servers.set(source, server);
    return server;
  }

  send(call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    const { name } = call;
    const server = this.servers.get(serviceOf(name));
    if (!server) return Promise.reject(new Error(`no service answers ${name}`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new CallTimeout(`${name} took longer than ${limitMs} ms`)), limitMs);
      const ending =
        <Value>(end: (value: Value) => void) =>
        (value: Value): void => {
          clearTimeout(timer);
          end(value);
        };
      server.answer(call).then(ending(resolve), ending(reject));
    });
  }
}

/**
 * Nest's side of the in-process transport: holds the handlers by pattern, and counts calls in
 * flight so that closing can wait for them.
 */
export class InProcessServer extends Server implements CustomTransportStrategy {
  private readonly inFlight = new Set<Promise<unknown>>();
  private open = false;
  private announce: () => void = () => undefined;
  private readonly listening = new Promise<void>((resolve) => {
    this.announce = resolve;
  });

  constructor(private readonly logs: Logger) {
    super();
  }

  listen(callback: () => void): void {
    this.open = true;
    this.announce();
    callback();
  }

  /** Refuses new calls and finishes those in flight. */
  async close(): Promise<void> {
    this.open = false;
    await Promise.allSettled(this.inFlight);
  }

  on(): void {
    // An in-process server has no events of its own.
  }

  unwrap<Native>(): Native {
    throw new Error('an in-process server wraps nothing');
  }

  /**
   * Services of one process start concurrently: an early call waits until its service listens.
   * @throws RefusalWire
   */
  async answer(call: Call<RpcName>): Promise<UnparsedResult<RpcName>> {
    if (!this.open) await this.listening;
    const handler = this.open ? this.messageHandlers.get(call.name) : undefined;
    if (!handler) throw new Error(`${call.name} is not answered`);
    const work = answerCall(handler, call, this.logs);
    this.inFlight.add(work);
    try {
      return await work;
    } finally {
      this.inFlight.delete(work);
    }
  }
}
