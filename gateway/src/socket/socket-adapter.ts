import type { IncomingMessage } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { isForeign } from '../http/origin.ts';
import { limitKeyOf, type Peers } from '../http/peers.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

// The adapter brings its own copy of Socket.IO, so its types are taken from it.
type Server = ReturnType<IoAdapter['createIOServer']>;
type ServerOptions = NonNullable<Parameters<IoAdapter['createIOServer']>[1]>;

/** Socket.IO on the gateway's own port. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: NestFastifyApplication,
    private readonly peers: Peers,
    private readonly rates: RateLimits,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const own: Partial<ServerOptions> = {
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: limits.socketMessageBytes,
      connectTimeout: 10_000,
      // `cors.origin` stops no foreign handshake that carries the cookie; this does.
      allowRequest: (request: IncomingMessage, decide) => {
        void this.refusalOf(request).then((refusal) => decide(refusal, refusal === null));
      },
    };
    return super.createIOServer(port, { ...options, ...own } as ServerOptions); // the constructor takes a part of them
  }

  private async refusalOf(request: IncomingMessage): Promise<ErrorCode | null> {
    if (isForeign(request, this.peers)) return 'origin.foreign';
    const address = limitKeyOf(this.peers.addressOf(request));
    return this.rates.take('request', address).then(
      () => null,
      () => 'limit.reached',
    );
  }
}
