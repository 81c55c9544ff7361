import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statistics } from './processes.ts';

/** One side of a comparison: does its work once, for the caller with this number. */
export interface Side {
  readonly name: string;
  /** Of the Node process that answers, where its CPU time is wanted. */
  readonly nodePid?: number;
  once(caller: number, turn: number): Promise<unknown>;
}

/** The result of one slice of a side. */
export interface Slice {
  /** Operations per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU microseconds per operation, of this process and of the database's. */
  readonly clientCpu: number;
  readonly serverCpu: number;
  /** The same of the Node process that answers; 0 where none was named. */
  readonly nodeCpu: number;
}

/**
 * The result of a side over all slices: medians, and the ratio to the first side in the same round.
 */
export interface Result {
  readonly name: string;
  readonly median: Slice;
  readonly rateRatio: number;
  readonly p50Ratio: number;
}

/**
 * Runs the sides alternately, A B A B, so that other load affects both alike; ratios are medians of
 * the pairs.
 * @param serverPid the database's first process, whose children's CPU time is counted
 */
export async function compare(
  sides: readonly Side[],
  options: { readonly callers: number; readonly sliceMs: number; readonly rounds: number; readonly serverPid: number },
): Promise<Result[]> {
  const slices = sides.map((): Slice[] => []);
  for (let round = -1; round < options.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const slice = await run(side, options);
      // The first round prepares statements, warms caches and is not counted.
      if (round >= 0) slices[index]?.push(slice);
    }
  }
  return sides.map(({ name }, index) => {
    const own = slices[index] ?? [];
    const against = (key: 'rate' | 'p50'): number =>
      median(own.map((slice, round) => slice[key] / (slices[0]?.[round]?.[key] ?? NaN)));
    const of = (key: keyof Slice): number => median(own.map((slice) => slice[key]));
    return {
      name,
      median: {
        rate: of('rate'),
        p50: of('p50'),
        p99: of('p99'),
        clientCpu: of('clientCpu'),
        serverCpu: of('serverCpu'),
        nodeCpu: of('nodeCpu'),
      },
      rateRatio: against('rate'),
      p50Ratio: against('p50'),
    };
  });
}

async function run(
  side: Side,
  { callers, sliceMs, serverPid }: { callers: number; sliceMs: number; serverPid: number },
): Promise<Slice> {
  const times: number[] = [];
  const client = process.cpuUsage();
  const server = serverMicroseconds(serverPid);
  const node = side.nodePid === undefined ? 0 : serverMicroseconds(side.nodePid);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let turn = 0; performance.now() - began < sliceMs; turn++) {
        const asked = performance.now();
        await side.once(caller, turn);
        times.push(performance.now() - asked);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const spent = process.cpuUsage(client);
  times.sort((one, other) => one - other);
  return {
    rate: times.length / seconds,
    p50: times[Math.floor(times.length / 2)] ?? NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
    clientCpu: (spent.user + spent.system) / times.length,
    serverCpu: (serverMicroseconds(serverPid) - server) / times.length,
    nodeCpu: side.nodePid === undefined ? 0 : (serverMicroseconds(side.nodePid) - node) / times.length,
  };
}

/** The first process of the PostgreSQL in a running site's data folder. */
export function postgresPidIn(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** CPU time of a process and its children so far, including ended ones; 0 without /proc. */
export function serverMicroseconds(pid: number): number {
  if (process.platform !== 'linux') return 0;
  let ticks = 0;
  for (const [each, fields] of statistics()) {
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    if (parent === pid) ticks += user + system;
    if (each === pid) ticks += user + system + childrenUser + childrenSystem;
  }
  // A tick is 10 ms on every Linux that Node runs on.
  return ticks * 10_000;
}

/** The one in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Prints a comparison as a table of Markdown. */
export function print(title: string, results: readonly Result[]): void {
  printTable(
    title,
    Object.fromEntries(
      results.map(({ name, median, rateRatio, p50Ratio }) => [
        name,
        {
          'per second': median.rate,
          'p50 ms': median.p50,
          'p99 ms': median.p99,
          'CPU µs here': median.clientCpu,
          'CPU µs PostgreSQL': median.serverCpu,
          ...(median.nodeCpu > 0 && { 'CPU µs Node': median.nodeCpu }),
          'rate ratio': rateRatio,
          'p50 ratio': p50Ratio,
        },
      ]),
    ),
  );
}

/** Prints rows of named numbers as a table of Markdown. */
export function printTable(title: string, rows: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
  const lines = Object.entries(rows).map(([name, row]) => [name, ...columns.map((column) => shown(row[column]))]);
  const table = [['', ...columns], ['---', ...columns.map(() => '---:')], ...lines];
  console.log(`\n${title}\n\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
}

/** Three digits are more than such a measurement is good for. */
function shown(number: number | undefined): string {
  if (number === undefined) return '';
  const size = Math.abs(number);
  const digits = size >= 100 || Number.isInteger(number) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
