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
  type BackupObject,
  type BackupTable,
  backupVersion,
  formatMark,
  formatPiece,
  mayBeNew,
  noLog,
} from './backup-format.ts';
import { ObjectCounts, type ObjectsDone, objectsOfLog, openObject, unusable } from './backup-objects.ts';
import { backedUpTables, columnsOfTable, keyOfTable, selectRows } from './backup-tables.ts';
import { codeOf } from '@parlour/kernel/process/error-code';
import type { FileStore } from '../files/file-store.ts';

/** The result of a backup. */
export interface TakenBackup {
  readonly header: BackupHeader;
  readonly rows: number;
  readonly bytes: number;
  readonly objects: ObjectsDone;
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
 * Writes all logs of a site, the tables not derived from them, and the files, to a new file that
 * only its owner can read. The site may be running. Services in one database are read in one
 * snapshot, those in several databases each in its own. Memory use does not grow with the site.
 * @param store where the site's files are; null if it has no place for them
 * @throws {BackupError} when the file exists, cannot be written, a schema is not the one this
 * program knows, or the store does not answer
 */
export async function takeBackup(
  file: string,
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  store: FileStore | null,
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
    const count = { rows: 0, objects: new ObjectCounts() };
    const kept = new KeptFiles(store, connections.files, clients);
    const bytes = await writeWhole(file, contentOf(header, logs, kept, count));
    return { header, rows: count.rows, bytes, objects: count.objects };
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
    const client = await connect(connections[source], `parlour backup ${source}`, clients);
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

async function connect(connection: ConnectionOptions, name: string, clients: pg.Client[]): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    // The time limits of a service are those of a call; a backup takes as long as the site is
    // large.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC',
  });
  // If the server goes away, the next statement fails; this avoids an uncaught 'error' event.
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

async function headOf({ source }: ServiceDefinition, client: pg.Client): Promise<BackedUpLog> {
  const made = await valueOf<string | null>(client, `select to_regclass('head')::text as value`);
  // The site has not been started by this version yet.
  if (made === null && mayBeNew(source)) return noLog;
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
  kept: KeptFiles,
  count: { rows: number; readonly objects: ObjectCounts },
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
      for await (const rows of portions<{ row: string }>(client, selectRows(table, columns, key))) {
        count.rows += rows.length;
        yield hashed(rows.map(({ row }) => `${row}\n`).join(''));
      }
    }
  }
  for (const { client, log } of logs.filter(({ definition }) => definition.source === 'files')) {
    if (log.position === 0) continue;
    for await (const objects of portions<BackupObject>(client, objectsOfLog)) {
      for (const object of objects) for await (const line of kept.linesOf(object, count.objects)) yield hashed(line);
    }
  }
  yield formatMark('end', { rows: count.rows, sha256: hash.digest('hex') });
}

async function* portions<Row extends object>(client: pg.Client, select: string): AsyncGenerator<readonly Row[]> {
  await client.query(`declare backup no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from backup`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close backup');
}

const isStillThere = `select exists (select from (${objectsOfLog}) o where o.hash = $1) as kept`;

/** Reads what the files of a site have in the store. */
class KeptFiles {
  private now: Promise<pg.Client> | undefined;

  constructor(
    private readonly store: FileStore | null,
    private readonly connection: ConnectionOptions,
    private readonly clients: pg.Client[],
  ) {}

  async *linesOf(object: BackupObject, counts: ObjectCounts): AsyncGenerator<string> {
    const stream = await openObject(this.store, object.hash);
    if (!stream) {
      // Bytes go as soon as a file is deleted: it may have been since the backup began.
      if (!(await this.isKept(object.hash))) return;
      counts.add(object, 'missing');
      yield formatMark('object', { ...object, missing: true });
      return;
    }
    yield formatMark('object', object);
    const hash = createHash('sha256');
    try {
      // A stream without an encoding yields buffers, which the types do not say.
      for await (const piece of stream as AsyncIterable<Buffer>) {
        hash.update(piece);
        yield formatPiece(piece);
      }
    } catch (failure) {
      throw unusable('read', failure);
    }
    counts.add(object, hash.digest('hex') === object.hash ? 'whole' : 'damaged');
  }

  /** Asked outside of the snapshot. */
  private async isKept(hash: string): Promise<boolean> {
    this.now ??= connect(this.connection, 'parlour backup', this.clients);
    const { rows } = await (await this.now).query<{ kept: boolean }>(isStillThere, [hash]);
    return rows[0]?.kept ?? false;
  }
}
