// A warm `npm start` until it is ready, beside a PostgreSQL and a bare Nest on Fastify that answers
// from it, in turns on the same machine: docs/design/performance.md#how-it-is-measured.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@parlour/deployment/postgres/postgres-server';
import { build } from 'esbuild';
import { makeDataFolder, removeDataFolder } from '../e2e/product.ts';
import { median, printTable } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const dataDir = await makeDataFolder();
const folder = await mkdtemp(join(tmpdir(), 'parlour-bench-'));
const times = { bare: [] as number[], product: [] as number[] };
try {
  const program = await compiledBare();
  // The first round makes the clusters and the database, and is not counted.
  for (let round = -1; round < rounds; round++) {
    const [bare, product] = [await startBareSite(program), await startSite()];
    if (round < 0) continue;
    times.bare.push(bare);
    times.product.push(product);
  }
} finally {
  await removeDataFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
}
const ratios = times.product.map((time, round) => time / (times.bare[round] ?? NaN));
printTable(`A warm start until ready, ${rounds} rounds`, {
  'PostgreSQL and a bare Nest': { seconds: median(times.bare) / 1_000, ratio: 1 },
  'npm start': { seconds: median(times.product) / 1_000, ratio: median(ratios) },
});

/** In JavaScript; where packages are found from there. */
async function compiledBare(): Promise<string> {
  const outfile = pathOf('../../node_modules/.cache/parlour-bench/bare.mjs');
  await build({
    entryPoints: [pathOf('bare-reads-server.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    tsconfig: pathOf('../../tsconfig.base.json'),
    logLevel: 'error',
  });
  return outfile;
}

async function startBareSite(program: string): Promise<number> {
  const began = performance.now();
  const server = await startPostgres({ dataDir: join(folder, 'postgres') });
  const environment = { ...process.env, CONNECTION: JSON.stringify(server.admin) };
  const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  await lineOf(child, /listens/);
  const time = performance.now() - began;
  await ended(child);
  await server.stop();
  return time;
}

async function startSite(): Promise<number> {
  const began = performance.now();
  const environment = { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir };
  const start = pathOf('../../deploy/embedded/bin/start.mjs');
  const child = spawn(process.execPath, [start], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  await lineOf(child, /^Parlour is ready/);
  const time = performance.now() - began;
  await ended(child);
  return time;
}

async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<void> {
  for await (const line of createInterface({ input: stdout! })) if (pattern.test(line)) return; // it is piped
  throw new Error(`ended before it said ${pattern}`);
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
