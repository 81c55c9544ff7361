import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { KeptProcess } from './kept-process.ts';

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parlour-kept-'));
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it('whatever a killed process has started ends with it, as the Java of the broker', async () => {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  // The inner process lives for as long as its connection.
  const inner = `require('node:net').connect(${port}, '127.0.0.1')`;
  const program = join(folder, 'outer.mjs');
  writeFileSync(
    program,
    `import { spawn } from 'node:child_process';\nspawn(process.execPath, ['-e', ${JSON.stringify(inner)}]);\n`,
  );
  const unexpected = (): never => {
    throw new Error('It runs until it is killed.');
  };
  const kept = new KeptProcess({
    ...{ name: 'outer', program, environment: { NODE_OPTIONS: '' } },
    ...{ log: unexpected, onStart: () => undefined, onMisconfigured: unexpected },
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.resume().on('error', () => undefined);
  const gone = once(socket, 'close');
  kept.kill();
  await gone;
  await kept.stop();
  expect(socket.destroyed).toBe(true);
});
