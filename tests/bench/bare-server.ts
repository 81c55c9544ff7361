// A minimal server, in its own process like Parlour: answers a GET with a few bytes, and echoes a
// Socket.IO event.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end('{"ok":true}');
});
new Server(server, { transports: ['websocket'], serveClient: false }).on('connection', (socket) => {
  socket.on('echo', (payload: unknown) => socket.emit('echo', payload));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The bare server listens: http://127.0.0.1:${(server.address() as AddressInfo).port}`); // an address: it listens on a port
});
process.once('SIGTERM', () => process.exit(0));
