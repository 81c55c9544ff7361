import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeDataFolder } from './product.ts';

const bin = fileURLToPath(new URL('../../deploy/embedded/bin/', import.meta.url));
const program = fileURLToPath(new URL('../../deploy/embedded/dist/main.js', import.meta.url));

/** How long a start, or PostgreSQL's recovery, may take on a busy machine. */
const patienceMs = 240_000;

/** A start of the product: its output, and its end. */
interface Start {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** The address in its ready line; rejects if it ends instead. */
  readonly ready: Promise<string>;
  readonly ended: Promise<number | null>;
}

describe('npm start', () => {
  let folder: string;
  const starts: Start[] = [];

  beforeEach(async () => {
    folder = await makeDataFolder();
  });
  afterEach(async () => {
    for (const { child, ended } of starts.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
    // Left behind by a killed one, and not replaced.
    for (const pid of await serversOn(folder)) process.kill(pid, 'SIGKILL');
    await until(async () => (await serversOn(folder)).length === 0);
    await rm(folder, { recursive: true, force: true });
  });

  function start(environment: Record<string, string> = {}, args = [program]): Start {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    // 'close' instead of 'exit': all output has been read by then.
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const ready = new Promise<string>((settle, fail) => {
      for (const stream of [child.stdout, child.stderr]) {
        let rest = '';
        stream.setEncoding('utf8').on('data', (text: string) => {
          const parts = (rest + text).split('\n');
          rest = parts.pop() ?? '';
          lines.push(...parts);
          const address = parts.map((line) => /^Parlour is ready: (.*)$/.exec(line)?.[1]).find(Boolean);
          if (address) settle(address);
        });
      }
      void ended.then((code) => fail(new Error(`ended with ${code}: ${lines.join('\n')}`)));
    });
    ready.catch(() => undefined);
    const begun = { child, lines, ready, ended };
    starts.push(begun);
    return begun;
  }

  it(
    '[CA-70, O-3] serves from an empty folder, refuses a second start on it, restarts PostgreSQL, and ends in order',
    async () => {
      // Of a broker: `npm run kafka` may have been there first.
      await mkdir(join(folder, 'kafka'));
      const first = start();
      const address = await first.ready;
      expect(address).toMatch(/^http:\/\/localhost:\d+$/);
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
      expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);

      const second = start();
      expect(await second.ended).toBe(1);
      expect(second.lines.at(-1)).toBe(
        `Another Parlour (process ${first.child.pid}) already uses the data in ${folder}: stop it, or choose another folder with DATA_DIR.`,
      );
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);

      const [killed = 0] = await serversOn(folder);
      process.kill(killed, 'SIGKILL');
      await until(() => Promise.resolve(first.lines.some((line) => line.includes('PostgreSQL is back'))));
      await until(async () => (await fetch(`${address}/health/ready`)).status === 200);
      expect(await serversOn(folder)).not.toContain(killed);

      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(await serversOn(folder)).toEqual([]);
      expect(await readdir(folder)).not.toContain('lock');

      const demonstration = start({}, [program, '--demo']);
      expect(await demonstration.ended).toBe(1);
      expect(demonstration.lines.at(-1)).toBe(
        `The data in ${folder} is not the demonstration's: choose another folder with DATA_DIR.`,
      );
    },
    2 * patienceMs,
  );

  it('ends in order when it is stopped while starting', async () => {
    const site = start();
    await until(() => Promise.resolve(site.lines.some((line) => line.includes('starting PostgreSQL'))));
    site.child.kill('SIGINT');
    expect(await site.ended).toBe(0);
    expect(await serversOn(folder)).toEqual([]);
  });

  it('says in one line that the port is taken, before it creates anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const site = start({ PORT: String(port) });
      expect(await site.ended).toBe(1);
      expect(site.lines).toEqual([
        `Port ${port} on 127.0.0.1 is taken: stop what uses it, or choose another with PORT.`,
      ]);
      expect(await readdir(folder)).not.toContain('postgres');
    } finally {
      other.close();
    }
  });

  it('says in one line that the folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    const below = join(folder, 'file', 'data');
    const site = start({ DATA_DIR: below });
    expect(await site.ended).toBe(1);
    expect(site.lines).toEqual([
      `The data folder ${below} cannot be written (a part of the path is a file, not a folder): choose another with DATA_DIR.`,
    ]);
  });

  it('does not touch a folder with other files', async () => {
    await writeFile(join(folder, 'letter.txt'), 'Dear Ann');
    const site = start();
    expect(await site.ended).toBe(1);
    expect(site.lines).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });

  it('reports every fault of the configuration and exits with 78', async () => {
    const site = start({ HOST: 'a b', PORT: 'http', LIMITS: 'some', METRICS_PORT: 'none' });
    expect(await site.ended).toBe(78);
    const [, ...faults] = site.lines.map((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1]);
    expect(faults).toEqual(['HOST', 'PORT', 'LIMITS', 'METRICS_PORT']);
  });

  it('says in one line that Node is too old', async () => {
    const old = 'Object.defineProperty(process, "versions", { value: { node: "20.18.3" } });';
    const site = start({}, ['--import', `data:text/javascript,${encodeURIComponent(old)}`, join(bin, 'start.mjs')]);
    expect(await site.ended).toBe(1);
    expect(site.lines).toHaveLength(1);
    expect(site.lines[0]).toMatch(/^Parlour needs Node\.js 20\.19 or newer/);
  });
});

/** The PostgreSQL servers (not their sessions) of a data folder. */
async function serversOn(folder: string): Promise<number[]> {
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return [];
  // A zombie, which in a container nobody may reap, has no command line.
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(folder) ? [pid] : [];
  }
  try {
    process.kill(pid, 0);
    return [pid];
  } catch {
    return [];
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs} ms in vain`);
    await delay(25);
  }
}
