// Many sockets in a process of their own, so that their work is not counted as the server's. They
// speak just enough of Engine.IO 4 and Socket.IO 5 to sign in and to read events.
import { WebSocket } from 'ws';
import type { CrowdOrder, CrowdReport } from './crowd.ts';

const report = (message: CrowdReport): void => void process.send?.(message);
const sockets = new Set<WebSocket>();
/** How many sockets got the event with this title, which may come before the order to expect it. */
const heard = new Map<string, number>();
const expected = new Set<string>();
let stopped = false;

process.on('message', (order: CrowdOrder) => {
  if ('connect' in order) void connect(order.connect);
  else if ('expect' in order) expect(order.expect);
  else stop();
});

/** A few handshakes at a time, as a server's backlog would let in. */
const atOnce = 64;

async function connect({ url, cookies, count, returns }: Extract<CrowdOrder, { connect: unknown }>['connect']) {
  stopped = false;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await enter(url, cookies[index % cookies.length] ?? '', returns ? index : undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  report({ connected: sockets.size });
}

/** Connects one; with an `index` it returns by itself after a lost connection, like the page's. */
function enter(url: string, cookie: string, index?: number): Promise<void> {
  return new Promise((resolve) => {
    const target = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(target, { headers: { cookie, origin: url }, perMessageDeflate: false });
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      if (text.startsWith('42')) return hear(text);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) {
        sockets.add(socket);
        if (index !== undefined) report({ entered: index });
        resolve();
      } else if (text.startsWith('44')) report({ refused: text });
    });
    socket.on('error', () => undefined);
    socket.once('unexpected-response', (_, response) => {
      report({ refused: String(response.statusCode) });
      socket.terminate();
    });
    socket.once('close', () => {
      sockets.delete(socket);
      // Spread over one to five seconds, as the page's clients do by chance.
      if (index !== undefined && !stopped) {
        setTimeout(() => void enter(url, cookie, index).then(resolve), 1_000 + ((index * 37) % 4_000));
      }
    });
  });
}

function expect(title: string): void {
  expected.add(title);
  settle(title);
}

function hear(text: string): void {
  const [, title] = /"title":"([^"]*)"/.exec(text) ?? [];
  if (title === undefined) return;
  heard.set(title, (heard.get(title) ?? 0) + 1);
  settle(title);
}

function settle(title: string): void {
  if (!expected.has(title) || (heard.get(title) ?? 0) < sockets.size) return;
  expected.delete(title);
  heard.delete(title);
  report({ heard: title });
}

function stop(): void {
  stopped = true;
  for (const socket of sockets) socket.terminate();
  report({ connected: 0 });
}
