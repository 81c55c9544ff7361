import { randomUUID } from 'node:crypto';
import { type Source, sources } from '@parlour/contracts/envelope';
import { viewConsumerName } from '@parlour/kernel/consumer/applied-positions';
import { heldPositions } from '@parlour/kernel/consumer/dead-letters';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { whyNotOpened } from '@parlour/kernel/database/data-version';
import { migrate } from '@parlour/kernel/database/migrate';
import { eventTypes } from '@parlour/contracts/event-types';
import { readingOf } from '@parlour/kernel/log/event-catalogue';
import { readFeed } from '@parlour/kernel/log/feed';
import { foreignSources, type ServiceDefinition } from '@parlour/kernel/service/service-module';
import { applyViews } from '@parlour/kernel/view/view';
import type { FileStore } from '../files/file-store.ts';
import { BackupError, type BackupHeader, type BackupTable, readBackup } from './backup-format.ts';
import { ObjectRestore, type ObjectsDone, objectsOfLog } from './backup-objects.ts';
import { backedUpTables, columnsOfTable, emptiedTables, insertRows } from './backup-tables.ts';

/** A service's database to restore into, while the service is not running. */
export interface RestoredService {
  readonly definition: ServiceDefinition;
  readonly database: Database;
}

/** The result of a restore. */
export interface Restored {
  readonly header: BackupHeader;
  readonly rows: number;
  readonly objects: ObjectsDone;
}

/** How a backup is restored. */
export interface RestoreOptions {
  readonly replace: boolean;
  /** Where the files go; null or absent if the site has no place for them. */
  readonly store?: FileStore | null | undefined;
  readonly beforeCommit?: (() => Promise<void>) | undefined;
}

const rowsAtOnce = 500;
const charactersAtOnce = 4_000_000;
const eventsAtOnce = 1_000;

const unlimited = [
  statement('restore.statements', 'set local statement_timeout = 0'),
  statement('restore.idle', 'set local idle_in_transaction_session_timeout = 0'),
  // Times in the file carry their zone, except those that one of our SQL functions would produce.
  statement('restore.zone', `set local timezone = 'UTC'`),
];

const hasTables = statement('restore.hasTables', `select to_regclass('head') is not null as made`);
const state = statement(
  'restore.state',
  'select position, (select lease_until > clock_timestamp() from lease) as running from head',
);
const lockHead = statement('restore.lockHead', 'select position from head for update');
const setHead = statement('restore.head', 'update head set log_id = $1, position = $2, published = $2');
const extent = statement(
  'restore.extent',
  'select count(*) as events, coalesce(min(position), 1) as first, coalesce(max(position), 0) as last from events',
);
// When logs were read one after another, a reader may have read events that its copy of the log
// lacks.
const renameCheckpoints = statement(
  'restore.checkpoints',
  'update checkpoints set log_id = $2, position = least(position, $3) where log_id = $1',
);
// From logs that were no longer served when the backup was taken.
const forgetCheckpoints = statement('restore.forget', 'delete from checkpoints where log_id <> all($1::uuid[])');
const renameLetters = statement('restore.letters', 'update dead_letters set log_id = $2 where log_id = $1');
const checkpoint = statement(
  'restore.checkpoint',
  'select position from checkpoints where consumer = $1 and log_id = $2',
);
const analyze = statement('restore.analyze', 'analyze');

/**
 * Checks that a file is a whole backup, for a restore into a site that is not there yet.
 * @throws {BackupError} when it is not a backup, is damaged or cut off
 */
export async function checkFile(file: string): Promise<void> {
  for await (const part of readBackup(file)) void part;
}

/**
 * Checks the whole file before anything is changed.
 * @throws {BackupError} when it is not a backup, is damaged or cut off, or comes from a newer
 * Parlour
 */
async function checkBackup(file: string, services: readonly RestoredService[]): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  let foreign: BackupTable | undefined;
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') ({ header } = part);
    if (part.kind !== 'table') continue;
    const { source, table } = part.table;
    const known = services.find(({ definition }) => definition.source === source);
    if (!known || !backedUpTables(known.definition).includes(table)) foreign ??= part.table;
  }
  // Checked only now: before, an unknown name could also have been damage.
  if (foreign) {
    const what = `the table ${foreign.table} of ${foreign.source}`;
    throw new BackupError(`${file} was written by a newer Parlour: this version does not know ${what}.`);
  }
  if (!header) throw new BackupError(`${file} is not a backup of Parlour.`);
  for (const { definition, database } of services) {
    const reason = whyNotOpened(database, header.logs[definition.source].migrations);
    if (reason !== undefined) throw new BackupError(`${file} ${reason}.`);
  }
  return header;
}

/**
 * Fills a site from a backup: first logs and tables that are not derived from them, then read
 * models, each rebuilt from the logs up to where it was. Logs get new ids, so that events an old
 * broker still holds are not taken for theirs. Consumers and policies resume where they were, so
 * nothing is sent or decided twice. Files are stored meanwhile: if it fails, some that no log knows
 * may remain. Each service is written in one transaction, and all of them
 * stay open until everything is there: a failure changes nothing. Then they are committed one after
 * another, which `beforeCommit` may prepare for: whatever ends the process meanwhile leaves some
 * services restored and others not.
 * @throws {BackupError} as `checkBackup` does; also when the site is running, or when it is not
 * empty and must not be replaced
 * @throws {DataVersionError} as `migrate` does
 */
export async function restoreBackup(
  file: string,
  services: readonly RestoredService[],
  { replace, store = null, beforeCommit }: RestoreOptions,
): Promise<Restored> {
  await checkBackup(file, services);
  for (const service of services) await checkPlace(service, replace);
  for (const { database } of services) await migrate(database);
  const before = await hashesIn(services);
  const objects = new ObjectRestore(store);
  let restored: Restored;
  try {
    restored = await inTransactions(services, new Map(), async (open) => {
      const written = await new Restore(file, services, open, objects).run(replace);
      await beforeCommit?.();
      return written;
    });
  } finally {
    await objects.close();
  }
  // Of the site that was replaced.
  const after = await hashesIn(services);
  for (const hash of before) if (!after.has(hash)) await store?.remove(hash);
  for (const { database } of services) {
    await database.transaction(async (tx) => {
      for (const setting of unlimited) await tx.query(setting);
      await tx.query(analyze);
    });
  }
  return restored;
}

const hashes = statement('restore.hashes', `select hash from (${objectsOfLog}) o`);

/** What the files of a site have in the store. */
async function hashesIn(services: readonly RestoredService[]): Promise<ReadonlySet<string>> {
  const files = services.find(({ definition }) => definition.source === 'files');
  const found = await files?.database.query<{ hash: string }>(hashes);
  return new Set(found?.map(({ hash }) => hash));
}

async function checkPlace({ definition, database }: RestoredService, replace: boolean): Promise<void> {
  const [tables] = await database.query<{ made: boolean }>(hasTables);
  if (!tables?.made) return;
  const [found] = await database.query<{ position: number; running: boolean }>(state);
  if (found?.running) {
    throw new BackupError(
      `The service ${definition.source} is running, or was killed less than ten seconds ago: stop the site first, or wait ten seconds.`,
    );
  }
  if (found && found.position > 0 && !replace) {
    throw new BackupError('This site is not empty: restore into a new one, or replace its content with --replace.');
  }
}

/**
 * Opens a transaction in each service's database, the first one outermost, and commits one after
 * another when `work` is done.
 */
async function inTransactions<Result>(
  services: readonly RestoredService[],
  open: Map<Source, Tx>,
  work: (open: ReadonlyMap<Source, Tx>) => Promise<Result>,
): Promise<Result> {
  const [next, ...others] = services;
  if (!next) return work(open);
  return next.database.transaction(async (tx) => {
    for (const setting of unlimited) await tx.query(setting);
    return inTransactions(others, open.set(next.definition.source, tx), work);
  });
}

class Restore {
  private readonly newIds = new Map<Source, string>(sources.map((source) => [source, randomUUID()]));
  private rows = 0;

  constructor(
    private readonly file: string,
    private readonly services: readonly RestoredService[],
    private readonly open: ReadonlyMap<Source, Tx>,
    private readonly objects: ObjectRestore,
  ) {}

  async run(replace: boolean): Promise<Restored> {
    for (const { definition } of this.services) await this.empty(definition, replace);
    const header = await this.load();
    for (const { definition } of this.services) await this.rename(definition, header);
    for (const { definition } of this.services) await this.fillViews(definition);
    return { header, rows: this.rows, objects: this.objects.counts };
  }

  private tx(source: Source): Tx {
    const tx = this.open.get(source);
    if (!tx) throw new Error(`no transaction is open for ${source}`);
    return tx;
  }

  private async empty(definition: ServiceDefinition, replace: boolean): Promise<void> {
    const tx = this.tx(definition.source);
    // Waits for a process that started the site since the check above, and detects it.
    const [head] = await tx.query<{ position: number }>(lockHead);
    if (head?.position !== 0 && !replace)
      throw new BackupError('The site was started in the meantime: stop it and try again.');
    const tables = emptiedTables(definition).join(', ');
    await tx.query(statement(`restore.empty.${definition.source}`, `truncate ${tables}`));
  }

  /** Inserts the rows, in portions, into the tables that they came from. */
  private async load(): Promise<BackupHeader> {
    let header: BackupHeader | undefined;
    let table: BackupTable | undefined;
    let columns: readonly string[] = [];
    let waiting: string[] = [];
    let characters = 0;
    const write = async (): Promise<void> => {
      if (!table || waiting.length === 0) return;
      await this.tx(table.source).query(insertRows(table.table, columns), [`[${waiting.join(',')}]`]);
      this.rows += waiting.length;
      waiting = [];
      characters = 0;
    };
    for await (const part of readBackup(this.file)) {
      if (part.kind === 'header') ({ header } = part);
      if (part.kind === 'table') {
        await write();
        ({ table } = part);
        const known = await this.tx(table.source).query<{ name: string }>(columnsOfTable, [table.table]);
        // A column that this version no longer has is dropped.
        columns = table.columns.filter((name) => known.some((column) => column.name === name));
      }
      if (part.kind === 'row') {
        waiting.push(part.json);
        characters += part.json.length;
        if (waiting.length >= rowsAtOnce || characters >= charactersAtOnce) await write();
      }
      if (part.kind === 'object') await this.objects.begin(part.object);
      if (part.kind === 'piece') await this.objects.write(part.bytes);
    }
    await write();
    await this.objects.end();
    if (!header) throw new Error('a backup without a header was read to its end');
    return header;
  }

  /** Gives the log its new id, here and wherever readers store their position in it. */
  private async rename({ source }: ServiceDefinition, header: BackupHeader): Promise<void> {
    const tx = this.tx(source);
    const { position } = header.logs[source];
    const [found] = await tx.query<{ events: number; first: number; last: number }>(extent);
    if (found?.events !== position || found.first !== 1 || found.last !== position) {
      throw new BackupError(
        `The log of ${source} is incomplete in this backup: ${found?.events} of ${position} events.`,
      );
    }
    // The old site already published these; a reader that lacks some reads them from the log.
    await tx.query(setHead, [this.newIds.get(source), position]);
    for (const read of sources) {
      const old = header.logs[read];
      await tx.query(renameCheckpoints, [old.logId, this.newIds.get(read), old.position]);
      await tx.query(renameLetters, [old.logId, this.newIds.get(read)]);
    }
    await tx.query(forgetCheckpoints, [[...this.newIds.values()]]);
  }

  private async fillViews(definition: ServiceDefinition): Promise<void> {
    const { source } = definition;
    const tx = this.tx(source);
    // Names that other services know first, as when this service's own events arrived.
    for (const read of foreignSources(definition)) {
      const consumer = viewConsumerName(read);
      const logId = this.newIds.get(read) ?? '';
      const [reached] = await tx.query<{ position: number }>(checkpoint, [consumer, logId]);
      const parked = await heldPositions(tx, consumer, logId);
      await this.fill(definition, read, reached?.position ?? 0, parked);
    }
    const [head] = await tx.query<{ position: number }>(lockHead);
    await this.fill(definition, source, head?.position ?? 0, new Set());
  }

  /**
   * Applies a log, up to a position, to the views that a service has of it, without the events it
   * has parked.
   */
  private async fill(
    definition: ServiceDefinition,
    read: Source,
    upTo: number,
    parked: ReadonlySet<number>,
  ): Promise<void> {
    const tx = this.tx(definition.source);
    const views = definition.views.filter((view) => view.source === read);
    const types = eventTypes[read];
    for (let after = 0; after < upTo && views.length > 0;) {
      const { envelopes } = await readFeed(read, types, this.tx(read), after, Math.min(eventsAtOnce, upTo - after));
      const last = envelopes.at(-1);
      if (!last)
        throw new BackupError(`The log of ${read} ends before the position that ${definition.source} has read.`);
      const known = envelopes.filter((event) => readingOf(types, event) === 'known' && !parked.has(event.position));
      if (known.length > 0) await applyViews(views, known, tx);
      after = last.position;
    }
    for (const view of views) await view.addKept?.(tx);
  }
}
