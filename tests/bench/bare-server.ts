// A minimal server, in its own process like Parlour: answers a GET with a few bytes, echoes a
// Socket.IO event, and sends what it is posted to all sockets.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const everybody = 'public';

const server = createServer((request, response) => {
  const answer = (): void => void response.setHeader('content-type', 'application/json').end('{"ok":true}');
  if (request.method !== 'POST') return answer();
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  void once(request, 'end').then(() => {
    sockets.to(everybody).emit('questionUpdate', JSON.parse(body), 'qa:1');
    answer();
  });
});
const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
sockets.on('connection', (socket) => {
  void socket.join(everybody);
  socket.on('echo', (payload: unknown) => socket.emit('echo', payload));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The bare server listens: http://127.0.0.1:${(server.address() as AddressInfo).port}`); // an address: it listens on a port
});
process.once('SIGTERM', () => process.exit(0));
