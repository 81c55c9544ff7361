// What PostgreSQL does for one lonely move, by service and by statement: calls, time for planning
// and for execution, commits, flushes and bytes of the WAL, and CPU time. The built product on its
// durable PostgreSQL (fsync on), with pg_stat_statements. The same time at rest is measured too,
// and subtracted.
// Source: docs/design/performance.md#live-messages.
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningPostgres } from '@parlour/kernel/postgres/postgres-server';
import pg from 'pg';
import { ask, moveOf, Player } from '../e2e/player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { printTable } from './slices.ts';

const games = Number(process.env['GAMES'] ?? 10);
const movesOfGame = 20;
const pauseMs = 25;

/** What is counted, each as a total so far. */
interface Counts {
  readonly [what: string]: number;
}

const dataDir = await makeDataFolder();
const postgres = join(dataDir, 'postgres');
await (await startProduct(dataDir)).end();
await appendFile(
  join(postgres, 'cluster', 'postgresql.conf'),
  `\nshared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\ntrack_functions = none\n`,
);
const product = await startProduct(dataDir);
const admin = await findRunningPostgres(postgres);
if (!admin) throw new Error('PostgreSQL does not run');
const client = new pg.Client(admin);
await client.connect();
try {
  await client.query('create extension if not exists pg_stat_statements');
  const players = [new Player(product.url, 'White'), new Player(product.url, 'Black')] as const;
  for (const player of players) await player.signUp();
  const [one, other] = players;
  const listeners = [await one.listen(), await other.listen()] as const;
  const stock: string[] = [];
  while (stock.length < games + 2) {
    const game = await one.create('Nim', { invitedPlayers: [other.name] });
    await one.join(game);
    await other.join(game);
    stock.push(game.gameID);
  }
  const play = async (gameID: string): Promise<void> => {
    for (let number = 0; number < movesOfGame; number++) {
      const seat = number % 2;
      const [player, listener, opponent] = [players[seat]!, listeners[seat]!, listeners[1 - seat]!]; // of two
      const heard = new Promise<void>((resolve) => opponent.socket.once('gameUpdate', () => resolve()));
      const answer = await ask(listener, 'makeMove', moveOf(player, gameID, { numObjects: 1 }));
      if ('error' in answer) throw new Error(answer.error);
      await heard;
      // Alone: what follows from a move ends before the next one.
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  for (const gameID of stock.splice(0, 2)) await play(gameID);
  const [before, statementsBefore] = [await count(), await countStatements()];
  const began = performance.now();
  for (const gameID of stock) await play(gameID);
  const tookMs = performance.now() - began;
  const [after, statementsAfter] = [await count(), await countStatements()];
  await new Promise((resolve) => setTimeout(resolve, tookMs));
  const [rested, statementsRested] = [await count(), await countStatements()];
  const moves = games * movesOfGame;
  const title = `Per move, of ${moves} moves; the same time at rest is subtracted`;
  printTable(title, perMove([before, after, rested], moves));
  const statements = Object.entries(perMove([statementsBefore, statementsAfter, statementsRested], moves))
    .filter(([, { move }]) => move >= 0.3)
    .toSorted(([one], [other]) => one.localeCompare(other));
  printTable('Statements per move', Object.fromEntries(statements));
  for (const { socket } of listeners) socket.disconnect();
} finally {
  await client.end();
  await product.end();
  await removeDataFolder(dataDir);
}

function perMove(
  [before, after, rested]: readonly [Counts, Counts, Counts],
  moves: number,
): Record<string, { move: number; rest: number }> {
  return Object.fromEntries(
    Object.keys(rested).map((what) => {
      const rest = ((rested[what] ?? 0) - (after[what] ?? 0)) / moves;
      const move = ((after[what] ?? 0) - (before[what] ?? 0)) / moves - rest;
      return [what, { move, rest }];
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
    const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ');
    counts[`CPU µs ${name}`] = (counts[`CPU µs ${name}`] ?? 0) + Number(nanoseconds) / 1_000;
    counts['CPU µs, all'] = (counts['CPU µs, all'] ?? 0) + Number(nanoseconds) / 1_000;
  }
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
  const counts: Record<string, number> = {};
  for (const { name, calls, plans, planning, execution } of rows) {
    counts[`${name} calls`] = calls;
    counts[`${name} plans`] = plans;
    counts[`${name} planning µs`] = planning;
    counts[`${name} execution µs`] = execution;
  }
  return counts;
}
