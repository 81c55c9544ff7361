import { createServer, request as call, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket as Connection } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Server as SocketServer } from 'socket.io';
import { ownSocket } from '@parlour/web/src/app/connection/own-socket.ts';

/** From the server to the proxy, so that each notices the end of what is before it. */
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // of a TCP server
}

type OnUpgrade = (connection: Connection, port: number, head: string) => void;

/** How the page's connection comes to a server behind a proxy that treats WebSockets so. */
async function transportBehind(onUpgrade: OnUpgrade, timeout?: number): Promise<string> {
  const server = createServer();
  const live = new SocketServer(server, { transports: ['websocket', 'polling'] }); // as the gateway's
  const port = await listen(server);
  const proxy = createServer((incoming, reply) => {
    const { method, url: path, headers } = incoming;
    const passed = call({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    incoming.pipe(passed);
  });
  const connections: Connection[] = [];
  proxy.on('upgrade', ({ method, url, rawHeaders }, connection: Connection) => {
    connections.push(connection.on('error', () => undefined));
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : []));
    onUpgrade(connection, port, [`${method ?? ''} ${url ?? ''} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  });
  const socket = ownSocket(`http://127.0.0.1:${String(await listen(proxy))}`, timeout);
  await new Promise<void>((resolve) => void socket.on('connect', resolve));
  socket.io.reconnection(false);
  const ended = new Promise((resolve) => void socket.on('disconnect', resolve));
  closing.push(
    () => void live.close(),
    () => ended,
    () => {
      for (const connection of connections) connection.destroy();
      proxy.close();
      proxy.closeAllConnections();
    },
  );
  return socket.io.engine.transport.name;
}

const passOn: OnUpgrade = (connection, port, head) => {
  const onward = connect(port, '127.0.0.1', () => onward.write(head));
  onward.on('error', () => connection.destroy());
  connection.pipe(onward).pipe(connection);
};

test('[T-12] the page is live by a WebSocket where a proxy passes it on', async () => {
  expect(await transportBehind(passOn)).toBe('websocket');
});

test.each(['403 Forbidden', '400 Bad Request', '200 OK'])(
  '[T-12] the page is live by polling behind a proxy that answers WebSockets with %s',
  async (status) => {
    const refuse: OnUpgrade = (connection) => connection.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
    expect(await transportBehind(refuse)).toBe('polling');
  },
);

test('[T-12] the page is live by polling behind a proxy that leaves WebSockets without an answer', async () => {
  expect(await transportBehind(() => undefined, 500)).toBe('polling');
});
