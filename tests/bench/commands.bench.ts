// Appended events per second at 64 callers, and the time of one command at one caller, against bare
// prepared autocommit inserts of the same rows.
// Source: docs/design/performance.md#commands. Everything on one durable server (fsync on), in
// turns.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { startPostgres } from '@parlour/deployment/postgres/postgres-server';
import { provisionDatabase } from '@parlour/deployment/postgres/provision';
import { EventLog } from '@parlour/kernel/log/event-log';
import { Bank } from '@parlour/kernel/testing/bank';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { doneReply } from '@parlour/kernel/log/reply';
import { v7 as uuidv7 } from 'uuid';
import { insertBare, openBarePool } from './bare-client.ts';
import { compare, print, type Side } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const sliceMs = Number(process.env['SLICE_MS'] ?? 500);
const callers = 64;
const pools: pg.Pool[] = [];

const folder = await mkdtemp(join(tmpdir(), 'parlour-bench-'));
const server = await startPostgres({ dataDir: folder });
try {
  const roles = [{ source: 'qa', password: 'bench' }] as const;
  const { qa } = await provisionDatabase(server.admin, { database: 'bench', roles });
  const bank = await Bank.at(qa);
  for (let caller = 0; caller < callers; caller++) await bank.open(`a${caller}`);

  const sides = (await bareSides(qa)).concat([logSide(bank), commandSide(bank)]);
  const [four, many, log, command] = sides as [Side, Side, Side, Side]; // made in the line above
  const options = { sliceMs, rounds, serverPid: server.pid };
  print(
    `${callers} callers, against a bare insert each on 4 connections; ${rounds} rounds of ${sliceMs} ms`,
    await compare([four, log, command], { ...options, callers }),
  );
  print(
    `${callers} callers, against a bare insert each on 64 connections`,
    await compare([many, log, command], { ...options, callers }),
  );
  print('one caller', await compare([four, log, command], { ...options, callers: 1 }));
  await bank.end();
  await Promise.all(pools.map((pool) => pool.end()));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bareSides(connection: ConnectionOptions): Promise<Side[]> {
  const sides: Side[] = [];
  for (const connections of [4, callers]) {
    const pool = await openBarePool(connection, connections);
    pools.push(pool);
    sides.push({
      name: `bare insert, ${connections} connections`,
      once: (caller) =>
        insertBare(pool, {
          streamId: `account/a${caller}`,
          orderingKey: `a${caller}`,
          type: 'Deposited',
          schemaVersion: 2,
          data: { account: `a${caller}`, amount: 1, part: 1, parts: 1, memo: '' },
          meta: metaOf(),
        }),
    });
  }
  return sides;
}

/** The log alone: a decided command of one event, without read model and reply. */
function logSide({ database, log: { types } }: Bank): Side {
  const log = new EventLog('qa', database, types, [], silentLogger);
  let stream = 0;
  return {
    name: 'append to the log',
    once: async (caller) => {
      stream += 1;
      const outcome = await log.append({
        streamId: `bench/${stream}`,
        version: 0,
        guards: [],
        orderingKey: `a${caller}`,
        events: [{ type: 'Deposited', data: { account: `a${caller}`, amount: 1, part: 1, parts: 1, memo: '' } }],
        meta: metaOf(),
        actor: { id: 'teller', name: 'Teller' },
        reservations: [],
        key: null,
        reply: doneReply,
        occurredAt: new Date().toISOString(),
      });
      if (outcome.status !== 'stored') throw new Error(outcome.status);
    },
  };
}

/**
 * The whole command: load, decide, append, read model, reply, stored reply. Each on its own stream,
 * like votes.
 */
function commandSide(bank: Bank): Side {
  let account = 0;
  return {
    name: 'whole command with a key',
    once: () => {
      account += 1;
      return bank.open(`bench ${account}`, { key: `k${account}` });
    },
  };
}

function metaOf(): object & { commandId: string; actor: string; correlationId: string; causationId: null } {
  return { commandId: uuidv7(), actor: 'teller', correlationId: 'bench', causationId: null };
}
