// What PostgreSQL does for one lonely move, and for one lonely question that somebody else's socket
// gets: by service and by statement, calls, time for planning and for execution, commits, flushes
// and bytes of the WAL, and CPU time, also that of each program. The built product on its durable
// PostgreSQL (fsync on), with pg_stat_statements. The same time at rest is measured too, and
// subtracted. Figures include what the calls' guards ask, and all that other services do with the
// events. `SHAPE=distributed` measures separate processes.
// Source: docs/design/performance.md#live-messages.
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningPostgres } from '@parlour/deployment/postgres/postgres-server';
import pg from 'pg';
import type { Listener } from '../e2e/person.ts';
import { ask, moveOf, Player } from '../e2e/player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { cpuOf, cpuOfPrograms } from './processes.ts';
import { printTable } from './slices.ts';

const shape = process.env['SHAPE'] === 'distributed' ? 'distributed' : 'embedded';
const operations = Number(process.env['OPERATIONS'] ?? 200);
const warmUp = 40;
const movesOfGame = 20;
const pauseMs = 25;

/** What is counted, each as a total so far. */
interface Counts {
  readonly [what: string]: number;
}

const dataDir = await makeDataFolder();
const postgres = join(dataDir, 'postgres');
await (await startProduct(dataDir, {}, [], shape)).end();
await appendFile(
  join(postgres, 'cluster', 'postgresql.conf'),
  `\nshared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\ntrack_functions = none\n`,
);
const product = await startProduct(dataDir, {}, [], shape);
const admin = await findRunningPostgres(postgres);
if (!admin) throw new Error('PostgreSQL does not run');
const client = new pg.Client(admin);
await client.connect();
try {
  await client.query('create extension if not exists pg_stat_statements');
  const players = [new Player(product.url, 'White'), new Player(product.url, 'Black')] as const;
  for (const player of players) await player.signUp();
  const listeners = [await players[0].listen(), await players[1].listen()] as const;
  await measure('move', await movesOf(players, listeners));
  await measure('question', questionsOf(players, listeners));
  for (const { socket } of listeners) socket.disconnect();
} finally {
  await client.end();
  await product.end();
  await removeDataFolder(dataDir);
}

/** Prints what one operation costs; each ends before the next, with all that follows from it. */
async function measure(name: string, once: (turn: number) => Promise<void>): Promise<void> {
  const repeat = async (from: number, to: number): Promise<void> => {
    for (let turn = from; turn < to; turn++) {
      await once(turn);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  // Statements are prepared, and caches are warm.
  await repeat(0, warmUp);
  const before = [await count(), await countStatements()] as const;
  const began = performance.now();
  await repeat(warmUp, warmUp + operations);
  const tookMs = performance.now() - began;
  const after = [await count(), await countStatements()] as const;
  await new Promise((resolve) => setTimeout(resolve, tookMs));
  const rested = [await count(), await countStatements()] as const;
  const title = `Per ${name}, of ${operations}; the same time at rest is subtracted`;
  printTable(title, perOperation([before[0], after[0], rested[0]], name));
  const statements = Object.entries(perOperation([before[1], after[1], rested[1]], name))
    .filter(([, { [name]: each = 0 }]) => each >= 0.3)
    .toSorted(([one], [other]) => one.localeCompare(other));
  printTable(`Statements per ${name}`, Object.fromEntries(statements));
}

/** Moves of games between the two, prepared beforehand, each until the opponent's socket has it. */
async function movesOf(
  players: readonly [Player, Player],
  listeners: readonly [Listener, Listener],
): Promise<(turn: number) => Promise<void>> {
  const [one, other] = players;
  const games: string[] = [];
  while (games.length * movesOfGame < warmUp + operations) {
    const game = await one.create('Nim', { invitedPlayers: [other.name] });
    await one.join(game);
    await other.join(game);
    games.push(game.gameID);
  }
  return async (turn) => {
    const gameID = games[Math.floor(turn / movesOfGame)]!; // prepared above
    const seat = turn % 2;
    const [player, listener, opponent] = [players[seat]!, listeners[seat]!, listeners[1 - seat]!]; // of two
    const heard = new Promise<void>((resolve) => opponent.socket.once('gameUpdate', () => resolve()));
    const answer = await ask(listener, 'makeMove', moveOf(player, gameID, { numObjects: 1 }));
    if ('error' in answer) throw new Error(answer.error);
    await heard;
  };
}

/** Questions of one, each until the other's socket has it. */
function questionsOf(
  [one]: readonly [Player, Player],
  [, { socket }]: readonly [Listener, Listener],
): (turn: number) => Promise<void> {
  return async (turn) => {
    const heard = new Promise<void>((resolve) => socket.once('questionUpdate', () => resolve()));
    await one.ask(`Question ${turn}`);
    await heard;
  };
}

/** What was counted at rest, and between the first two counts beyond that; for each operation. */
function perOperation(
  [before, after, rested]: readonly [Counts, Counts, Counts],
  name: string,
): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.keys(rested).map((what) => {
      const rest = ((rested[what] ?? 0) - (after[what] ?? 0)) / operations;
      const each = ((after[what] ?? 0) - (before[what] ?? 0)) / operations - rest;
      return [what, { [name]: each, rest }];
    }),
  );
}

async function count(): Promise<Counts> {
  // What sessions have counted reaches the views within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const counts: Record<string, number> = {};
  const {
    rows: [wal],
  } = await client.query<Counts>(
    `select wal_records::int, wal_fpi::int, wal_bytes::float8,
            (select sum(fsyncs)::int from pg_stat_io where object = 'wal') as wal_fsyncs,
            (select sum(writes)::int from pg_stat_io where object = 'wal') as wal_writes,
            (select xact_commit::int from pg_stat_database where datname = 'parlour') as commits
       from pg_stat_wal`,
  );
  Object.assign(counts, wal);
  const { rows } = await client.query<{ pid: number; name: string }>(
    `select pid, case when application_name = '' then backend_type else application_name end as name from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  for (const { pid, name } of rows) {
    const cpu = cpuOf(pid);
    counts[`CPU µs ${name}`] = (counts[`CPU µs ${name}`] ?? 0) + cpu;
    counts['CPU µs, all'] = (counts['CPU µs, all'] ?? 0) + cpu;
  }
  for (const [name, cpu] of Object.entries(cpuOfPrograms(product.pid))) counts[`CPU µs ${name}`] = cpu;
  return counts;
}

async function countStatements(): Promise<Counts> {
  const { rows } = await client.query<{
    name: string;
    calls: number;
    planning: number;
    execution: number;
    plans: number;
  }>(
    `select rolname || ': ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as name, sum(calls)::int as calls, sum(plans)::int as plans,
            sum(total_plan_time) * 1000 as planning, sum(total_exec_time) * 1000 as execution
       from pg_stat_statements join pg_roles r on r.oid = userid where rolname <> 'parlour_admin' group by 1`,
  );
  const counts: Record<string, number> = { 'all calls': rows.reduce((sum, { calls }) => sum + calls, 0) };
  for (const { name, calls, plans, planning, execution } of rows) {
    counts[`${name} calls`] = calls;
    counts[`${name} plans`] = plans;
    counts[`${name} planning µs`] = planning;
    counts[`${name} execution µs`] = execution;
  }
  return counts;
}
