import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Source, sources } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import {
  type BackedUpLog,
  BackupError,
  type BackupHeader,
  type BackupTable,
  backupVersion,
  formatMark,
} from './backup-format.ts';
import { backedUpTables, columnsOfTable, keyOfTable, selectRows } from './backup-tables.ts';
import { codeOf } from '@parlour/kernel/process/error-code';

/** The result of a backup. */
export interface TakenBackup {
  readonly header: BackupHeader;
  readonly rows: number;
  readonly bytes: number;
}

interface OpenLog {
  readonly definition: ServiceDefinition;
  readonly client: pg.Client;
  readonly log: BackedUpLog;
  /** When its transaction began, before its snapshot was taken. */
  readonly begunAt: Date;
}

const rowsAtOnce = 500;

/**
 * Writes all logs of a site, and the tables not derived from them, to a new file that only its
 * owner can read. The site may be running. Services in one database are read in one snapshot, those
 * in several databases each in its own. Memory use does not grow with the site.
 * @throws {BackupError} when the file exists, cannot be written, or a schema is not the one this
 * program knows
 */
export async function takeBackup(
  file: string,
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
): Promise<TakenBackup> {
  const clients: pg.Client[] = [];
  try {
    await refuseExisting(file);
    const logs = await openLogs(definitions, connections, clients);
    const header: BackupHeader = {
      version: backupVersion,
      takenAt: beginningOf(logs),
      cut: new Set(sources.map((source) => placeOf(connections[source]))).size === 1 ? 'snapshot' : 'ordered',
      // fromEntries loses the fact that there is an entry for each source.
      logs: Object.fromEntries(logs.map(({ definition, log }) => [definition.source, log])) as BackupHeader['logs'],
    };
    const count = { rows: 0 };
    const bytes = await writeWhole(file, contentOf(header, logs, count));
    return { header, rows: count.rows, bytes };
  } catch (failure) {
    throw explain(failure, file);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw new BackupError(`${file} already exists: choose another name.`);
}

/**
 * The file gets its name once it is complete and on disk. Only its owner can read it: it holds
 * private messages.
 */
async function writeWhole(file: string, content: AsyncIterable<string>): Promise<number> {
  const partial = `${file}.part`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    // Closed by hand: a stream made from the handle would not end before the handle is closed.
    await pipeline(Readable.from(content), createGzip(), async (zipped: AsyncIterable<Buffer>) => {
      for await (const piece of zipped) await handle.appendFile(piece);
    });
    await handle.sync();
    const { size } = await handle.stat();
    await rename(partial, file);
    return size;
  } catch (failure) {
    await rm(partial, { force: true });
    throw failure;
  } finally {
    await handle.close();
  }
}

function explain(failure: unknown, file: string): unknown {
  const code = isNativeError(failure) && 'path' in failure ? codeOf(failure) : undefined;
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: `${file}.part is there already: another backup is being written, or one was broken off; remove it.`,
    ENOENT: `There is no folder for ${file}.`,
    ENOTDIR: `There is no folder for ${file}.`,
    EACCES: `${file} cannot be written: permission denied.`,
    EROFS: `${file} cannot be written: the disk is read-only.`,
  };
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return reason === undefined ? failure : new BackupError(reason, { cause: failure });
}

function placeOf({ host, port, database }: ConnectionOptions): string {
  return JSON.stringify([host, port, database]);
}

/**
 * Begins a transaction in every service's schema; all in one database share a snapshot. Of several
 * databases an effect is read before its cause: no log then holds a consequence of an event that
 * another log lacks, and missing consequences follow after the restore.
 */
async function openLogs(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  clients: pg.Client[],
): Promise<OpenLog[]> {
  const snapshots = new Map<string, string>();
  const logs: OpenLog[] = [];
  for (const source of sources.toReversed()) {
    const definition = definitions.find((each) => each.source === source);
    if (!definition) throw new Error(`there is no service ${source}`);
    const client = new pg.Client({
      ...connections[source],
      application_name: `parlour backup ${source}`,
      connectionTimeoutMillis: 3_000,
      // The time limits of a service are those of a call; a backup takes as long as the site is
      // large.
      options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC',
    });
    // If the server goes away, the next statement fails; this avoids an uncaught 'error' event.
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    await client.query('begin isolation level repeatable read, read only');
    const place = placeOf(connections[source]);
    const snapshot = snapshots.get(place);
    // PostgreSQL made the name: only hexadecimal digits and hyphens.
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    else snapshots.set(place, await valueOf(client, 'select pg_export_snapshot() as value'));
    const begunAt = await valueOf<Date>(client, 'select transaction_timestamp() as value');
    logs.push({ definition, client, log: await headOf(definition, client), begunAt });
  }
  // The file lists them in the order of the services.
  return sources.flatMap((source) => logs.filter(({ definition }) => definition.source === source));
}

async function headOf({ source }: ServiceDefinition, client: pg.Client): Promise<BackedUpLog> {
  const made = await valueOf<string | null>(client, `select to_regclass('head')::text as value`);
  if (made === null)
    throw new BackupError(
      `The schema of ${source} is empty: the site has never been started, so there is nothing to save.`,
    );
  const head = await client.query<{ log_id: string; position: string }>('select log_id, position::text from head');
  const migrations = await client.query<{ name: string }>('select name from migrations order by id');
  const [row] = head.rows;
  if (!row) throw new Error(`the log of ${source} has no head`);
  return { logId: row.log_id, position: Number(row.position), migrations: migrations.rows.map(({ name }) => name) };
}

/**
 * When each log has its own snapshot, only what existed at the first of them is certainly in the
 * backup.
 */
function beginningOf(logs: readonly OpenLog[]): string {
  return logs
    .map(({ begunAt }) => begunAt)
    .reduce((first, time) => (time < first ? time : first))
    .toISOString();
}

async function valueOf<Value = string>(client: pg.Client, text: string): Promise<Value> {
  const { rows } = await client.query<{ value: Value }>(text);
  const [row] = rows;
  if (!row) throw new Error(`no answer to ${text}`);
  return row.value;
}

async function* contentOf(
  header: BackupHeader,
  logs: readonly OpenLog[],
  count: { rows: number },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(formatMark('header', header));
  for (const { definition, client } of logs) {
    for (const table of backedUpTables(definition)) {
      const named = await client.query<{ name: string }>(columnsOfTable.text, [table]);
      const columns = named.rows.map(({ name }) => name);
      // The database is older than this program: the table is created at the next start.
      if (columns.length === 0) continue;
      const mark: BackupTable = { source: definition.source, table, columns };
      yield hashed(formatMark('table', mark));
      const key = (await client.query<{ name: string }>(keyOfTable.text, [table])).rows.map(({ name }) => name);
      await client.query(`declare backup no scroll cursor for ${selectRows(table, columns, key)}`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from backup`);
        if (rows.length === 0) break;
        count.rows += rows.length;
        yield hashed(rows.map(({ row }) => `${row}\n`).join(''));
      }
      await client.query('close backup');
    }
  }
  yield formatMark('end', { rows: count.rows, sha256: hash.digest('hex') });
}
