// What a site takes of the processors while nobody uses it, in one process and in several, beside
// the same number of processes that only wait for calls.
// Source: docs/design/performance.md#at-rest.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf } from '../distributed/site.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { startBare } from './bare-client.ts';
import { cpuOf, cpuOfPrograms } from './processes.ts';
import { postgresPidIn, printTable, serverMicroseconds } from './slices.ts';

/** How long after a start, when much is done for the first time, and how long it is measured. */
const warmMs = Number(process.env['WARM_MS'] ?? 30_000);
const restMs = Number(process.env['REST_MS'] ?? 30_000);

/** Parts of one processor, by what takes them. */
type Parts = Readonly<Record<string, number>>;

async function measured(read: () => Parts): Promise<Parts> {
  await delay(warmMs);
  const began = performance.now();
  const before = read();
  await delay(restMs);
  const microseconds = (performance.now() - began) * 1_000;
  const parts = Object.entries(read()).map(
    ([name, now]) => [name, (now - (before[name] ?? 0)) / microseconds] as const,
  );
  return { all: parts.reduce((sum, [, part]) => sum + part, 0), ...Object.fromEntries(parts) };
}

async function ofSite(shape: 'embedded' | 'distributed'): Promise<{ parts: Parts; processes: number }> {
  const dataDir = await makeDataFolder();
  const product = await startProduct(dataDir, {}, [], shape);
  try {
    const parts = await measured(() => {
      const { Kafka = 0, ...ofNode } = cpuOfPrograms(product.pid);
      const Node = Object.values(ofNode).reduce((sum, time) => sum + time, 0);
      return { Node, Kafka, PostgreSQL: serverMicroseconds(postgresPidIn(dataDir)) };
    });
    return { parts, processes: shape === 'embedded' ? 1 : (await processesOf(product)).length };
  } finally {
    await product.end();
    await removeDataFolder(dataDir);
  }
}

async function ofBare(count: number): Promise<Parts> {
  const servers: ChildProcess[] = [];
  try {
    while (servers.length < count) servers.push((await startBare()).process);
    return await measured(() => ({ Node: servers.reduce((sum, { pid }) => sum + cpuOf(pid ?? 0), 0) }));
  } finally {
    for (const server of servers) server.kill('SIGTERM');
  }
}

const one = await ofSite('embedded');
const several = await ofSite('distributed');
const row = ({ all = 0, Node = 0, Kafka = 0, PostgreSQL = 0 }: Parts) => ({ all, Node, Kafka, PostgreSQL });
printTable('Processors at rest', {
  'npm start': row(one.parts),
  'npm run distributed': row(several.parts),
  [`${several.processes} bare servers`]: row(await ofBare(several.processes)),
});
