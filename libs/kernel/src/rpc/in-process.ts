import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { Source } from '@parlour/contracts/envelope';
import type { RpcName } from '@parlour/contracts/rpc';
import { type Call, CallTimeout, serviceOf, type Transport } from './calls.ts';
import { revived, type UnparsedResult } from './json.ts';

/**
 * Where the services of one process are found. Both sides share requests and replies: neither may
 * change them.
 */
export class InProcessHub implements Transport {
  private readonly servers = new Map<Source, InProcessServer>();

  /**
   * @param copies tests set it: requests and replies cross as JSON, as over a network, so that a
   * Date or a Map fails there and not first in separate processes
   */
  constructor(private readonly copies = false) {}

  /** The server of one service; give it to Nest as the strategy of its microservice. */
  serverOf(source: Source): InProcessServer {
    const server = new InProcessServer();
    this.servers.set(source, server);
    return server;
  }

  async send(name: RpcName, call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    const server = this.servers.get(serviceOf(name));
    if (!server) throw new Error(`no service answers ${name}`);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CallTimeout(`${name} took longer than ${limitMs} ms`)), limitMs);
    });
    try {
      const asked = this.copies ? copy(call) : call;
      const result = await Promise.race([server.answer(name, asked), limit]);
      return this.copies ? revived(copy(result)) : result;
    } finally {
      clearTimeout(timer);
    }
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
  async answer(name: RpcName, call: Call<RpcName>): Promise<UnparsedResult<RpcName>> {
    await this.listening;
    const handler = this.open ? this.getHandlerByPattern(name) : null;
    if (!handler) throw new Error(`${name} is not answered`);
    const work = (async () => {
      const stream = this.transformToObservable(await handler(call, {}));
      return (await lastValueFrom(stream)) as UnparsedResult<RpcName>; // wrapped by the service's interceptor
    })();
    this.inFlight.add(work);
    try {
      return await work;
    } finally {
      this.inFlight.delete(work);
    }
  }
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // JSON of a wire type is that wire type
}
