import type { IncomingMessage } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { limits } from '@parlour/contracts/limits';
import { isForeign } from '../http/origin.ts';
import type { Peers } from '../http/peers.ts';

// The adapter brings its own copy of Socket.IO, so its types are taken from it.
type Server = ReturnType<IoAdapter['createIOServer']>;
type ServerOptions = NonNullable<Parameters<IoAdapter['createIOServer']>[1]>;

/** Socket.IO on the gateway's own port. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: NestFastifyApplication,
    private readonly peers: Peers,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    // Given whole to a server, given in part to its constructor: the types of the adapter know the first only.
    const own: Partial<ServerOptions> = {
      serveClient: false,
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: limits.socketMessageBytes,
      connectTimeout: 10_000,
      // `cors.origin` stops no foreign handshake that carries the cookie; this does.
      allowRequest: (request: IncomingMessage, decide) => {
        const foreign = isForeign(request, this.peers);
        decide(foreign ? 'origin.foreign' : null, !foreign);
      },
    };
    return super.createIOServer(port, { ...options, ...own } as ServerOptions);
  }

  /** Fastify closes the HTTP server, after the requests in flight; closing it here would wait for idle connections. */
  override async close(server: Server): Promise<void> {
    server.disconnectSockets(true);
    server.engine.close();
    await Promise.resolve();
  }
}
