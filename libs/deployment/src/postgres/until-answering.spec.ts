import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { testPatienceMs } from '@parlour/kernel/testing/patience';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { untilAnswering } from './until-answering.ts';

/** Messages of PostgreSQL's protocol: a kind, its length, and what it says. */
function message(kind: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(kind), length, content]);
}
const recovering = message('E', Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0'));
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

let server: Server | undefined;
afterEach(() => void server?.close());

/** A server that answers each client as `answer` says; undefined: not at all. */
async function serverThat(answer: () => Buffer | undefined): Promise<ConnectionOptions> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    const said = answer();
    if (!said) socket.destroy();
    else socket.once('data', () => (said === welcome ? socket.write(said) : socket.end(said)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { host: '127.0.0.1', port, database: 'postgres', user: 'admin', password: 'x', ssl: false };
}

const never = new Promise<never>(() => undefined);

it('waits for a recovery that takes longer than a server may be silent, and logs that once', async () => {
  const logged: string[] = [];
  const began = performance.now();
  const silenceMs = 100;
  let attempts = 0;
  const admin = await serverThat(() => {
    attempts++;
    return performance.now() - began < 4 * silenceMs ? recovering : welcome;
  });
  await untilAnswering(admin, { silenceMs, exited: never, log: (line) => logged.push(line) });
  expect(attempts).toBeGreaterThan(1);
  expect(logged).toEqual([expect.stringContaining('recovering')]);
});

it('gives up on a server that was recovering and then is silent', async () => {
  let attempts = 0;
  const admin = await serverThat(() => (++attempts <= 3 ? recovering : undefined));
  const waiting = untilAnswering(admin, { silenceMs: 50, exited: never, log: () => undefined });
  await expect(waiting).rejects.toThrow('Connection terminated');
  expect(attempts).toBeGreaterThan(4);
});

it('gives up at once on a server that ended, or when the caller stops', async () => {
  const exited = Promise.resolve({ code: 1, signal: null });
  const given = { silenceMs: testPatienceMs, log: () => undefined };
  const admin = await serverThat(() => recovering);
  await expect(untilAnswering(admin, { ...given, exited })).rejects.toThrow('it ended (1)');
  const signal = AbortSignal.abort(new Error('stopping'));
  await expect(untilAnswering(admin, { ...given, exited: never, signal })).rejects.toThrow('stopping');
});
