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
const toolModule = new URL('../../deploy/embedded/dist/tool.js', import.meta.url).href;

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
      // Of Node itself, such as of something deprecated.
      expect(first.lines.filter((line) => line.includes('Warning'))).toEqual([]);
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

  // The terminal sends SIGHUP when it is closed.
  it.each(['SIGINT', 'SIGHUP'] as const)('ends in order on %s while it is starting', async (signal) => {
    const site = start();
    await until(() => Promise.resolve(site.lines.some((line) => line.includes('starting PostgreSQL'))));
    site.child.kill(signal);
    expect(await site.ended).toBe(0);
    expect(await serversOn(folder)).toEqual([]);
  });

  it.each(['PORT', 'METRICS_PORT'])('says in one line that %s is taken, before it creates anything', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const site = start({ [name]: String(port) });
      expect(await site.ended).toBe(1);
      expect(site.lines).toEqual([
        `Port ${port} on 127.0.0.1 is taken: stop what uses it, or choose another with ${name}.`,
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

  it.each([
    [{ HOST: 'a b', PORT: 'http', LIMITS: 'some', METRICS_PORT: 'none' }],
    [{ LIMITS: 'some', SEARCH_LANGUAGE: 'latin' }],
  ])('reports every fault of %j with code 78, before it creates anything', async (environment) => {
    const site = start(environment);
    expect(await site.ended).toBe(78);
    const [, ...faults] = site.lines.map((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1]);
    expect(faults).toEqual(Object.keys(environment));
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['embedded', ['--dmeo'], {}, '"--dmeo" is not understood here.'],
    ['embedded', ['--demo', 'backup'], {}, '"backup" is not understood here.'],
    // npm start --demo
    ['embedded', [], { npm_config_demo: 'true' }, 'For the demonstration: npm start -- --demo'],
    // npm run backup --demo
    ['embedded', ['backup'], { npm_config_demo: 'true' }, 'DATA_DIR=.data-demo npm run backup'],
    ['distributed', ['--demo'], {}, '"--demo" is not understood here.'],
    ['distributed', [], { npm_config_demo: 'true' }, '"--demo" is not understood here.'],
  ])('says what to type instead of other words: %s %j %j', async (shape, words, environment, told) => {
    const site = start(environment, [join(bin, `../../${shape}/bin/start.mjs`), ...words]);
    expect(await site.ended).toBe(64);
    expect(site.lines).toEqual([expect.stringContaining('npm start -- --demo')]);
    expect(site.lines[0]).toContain(told);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a tool that a signal ends, even while it is starting, leaves no PostgreSQL behind', async () => {
    const endless = [
      `import { runTool } from ${JSON.stringify(toolModule)};`,
      'const use = () => new Promise(() => console.log("in use"));',
      'await runTool(use, { mayBeNew: true });',
    ];
    const end = async (signal: NodeJS.Signals, when: (tool: Start) => boolean | Promise<boolean>) => {
      const tool = start({}, ['--input-type=module', '--eval', endless.join('\n')]);
      await until(async () => when(tool));
      tool.child.kill(signal);
      const code = await tool.ended;
      await until(async () => (await serversOn(folder)).length === 0);
      return { code, lines: tool.lines };
    };
    const inUse = ({ lines }: Start): boolean => lines.includes('in use');
    expect(await end('SIGINT', inUse)).toEqual({ code: 130, lines: ['in use'] });
    expect(await end('SIGTERM', inUse)).toEqual({ code: 143, lines: ['in use'] });
    expect(await end('SIGHUP', inUse)).toEqual({ code: 129, lines: ['in use'] });
    // Before it answers, or just after.
    expect(await end('SIGINT', async () => (await serversOn(folder)).length > 0)).toMatchObject({ code: 130 });
  });

  it('rebuild prints its usage, whatever the settings are', async () => {
    const rebuild = start({ PASSWORD_MIN_LENGTH: 'long' }, [join(bin, '../dist/rebuild.js'), 'rebuild', '--help']);
    expect(await rebuild.ended).toBe(0);
    expect(rebuild.lines).toContain('  qa.questions');
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
