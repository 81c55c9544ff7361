import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import type { Side } from './slices.ts';

/** Starts a bare server of this folder as a process of its own. */
export async function startBare(
  program = 'bare-server.ts',
  environment: Record<string, string> = {},
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--no-warnings', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]; // it prints one line
  return { url: line.slice(line.indexOf('http')), process: child };
}

/** A connection to it. */
export async function connectBare(url: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  await once(socket as unknown as NodeJS.EventEmitter, 'connect'); // has `once`
  return socket;
}

/** Connections to a table of events used for nothing else. */
export async function openBarePool(connection: ConnectionOptions, max: number): Promise<pg.Pool> {
  const pool = new pg.Pool({ ...connection, max });
  pool.on('error', () => undefined);
  await pool.query('create table if not exists bare (like events including all)');
  return pool;
}

/** What an inserted row has of its event; the rest is made here. */
export interface BareRow {
  readonly streamId: string;
  readonly orderingKey: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: object;
  readonly meta: object;
}

let position = 0;

/** One prepared insert of a row like an event's, committed on its own. */
export function insertBare(pool: pg.Pool, row: BareRow): Promise<unknown> {
  position += 1;
  return pool.query({
    name: 'bare',
    text: `insert into bare (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      position,
      uuidv7(),
      row.streamId,
      position,
      row.orderingKey,
      row.type,
      row.schemaVersion,
      JSON.stringify(row.data),
      JSON.stringify(row.meta),
      new Date().toISOString(),
    ],
  });
}

/** An echo, a GET and an insert, each on its own; `move` is their payload. */
export function barePartsOf(url: string, pool: pg.Pool, echoes: readonly Socket[], move: object): Side[] {
  return [
    {
      name: 'Socket.IO echo',
      once: (caller, turn) =>
        new Promise<void>((resolve) => {
          echoes[caller]?.once('echo', () => resolve()).emit('echo', { playerID: `White ${caller}`, turn, move });
        }),
    },
    { name: 'bare GET', once: async () => (await fetch(url)).text() },
    {
      name: 'bare insert',
      once: (caller) =>
        insertBare(pool, {
          streamId: `game/${caller}`,
          orderingKey: `game ${caller}`,
          type: 'MovePlayed',
          schemaVersion: 1,
          data: { gameId: uuidv7(), userId: uuidv7(), number: 1, move, at: new Date().toISOString() },
          meta: { commandId: uuidv7(), actor: uuidv7(), correlationId: uuidv7(), causationId: null },
        }),
    },
  ];
}

/** The parts, one after the other. */
export function together(parts: readonly Side[], name = 'echo, GET and insert'): Side {
  return {
    name,
    once: async (caller, turn) => {
      for (const part of parts) await part.once(caller, turn);
    },
  };
}
