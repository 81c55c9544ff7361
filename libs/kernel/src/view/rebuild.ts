import type pg from 'pg';
import type { Envelope } from '@parlour/contracts/envelope';
import { heldPositions } from '../consumer/dead-letters.ts';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import { type Database, statement, type Tx } from '../database/database.ts';
import { isBlocked } from '../database/failures.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { readingOf, upcast } from '../log/event-catalogue.ts';
import type { ReadFeed } from '../log/feed.ts';
import { createBeside, dropBeside, replaceServing } from './tables-beside.ts';
import { applyViews, type View } from './view.ts';

/** The result of a rebuild. */
export interface Rebuilt {
  readonly events: number;
  /** How long writers of this read model were blocked by the swap, in milliseconds. */
  readonly pauseMs: number;
}

/** The progress of the new tables through the log. */
interface Filled {
  readonly position: number;
  readonly events: number;
}

const batchSize = 1_000;

/**
 * Attempts to swap the tables: if a reader holds a table for long, the swap gives way to that
 * reader and to waiting writers.
 */
const endings = 20;

/** Attempts to fill the tables when parked events are handled meanwhile. */
const beginnings = 3;

const currentSchema = statement('rebuild.schema', 'select current_schema() as schema');
const leftTables = statement(
  'rebuild.left',
  `select tablename as table from pg_tables where schemaname = current_schema() || '_next'`,
);
const onlyOne = statement('rebuild.onlyOne', 'select pg_try_advisory_lock(hashtext($1)) as alone');
const anotherMay = statement('rebuild.anotherMay', 'select pg_advisory_unlock(hashtext($1))');
const head = statement('rebuild.head', 'select position from head for update');
const checkpoint = statement(
  'rebuild.checkpoint',
  'select position from checkpoints where consumer = $1 and log_id = $2',
);
const lockCheckpoint = statement(
  'rebuild.lockCheckpoint',
  'select position from checkpoints where consumer = $1 and log_id = $2 for update',
);
const beginCheckpoint = statement(
  'rebuild.beginCheckpoint',
  'insert into checkpoints (consumer, log_id, position) values ($1, $2, 0) on conflict do nothing',
);

/**
 * Events that were parked when the fill passed them have been handled since, so the new tables
 * would lack them.
 */
class PartlyRetried extends Error {}

/**
 * Fills a second set of a view's tables from its log, in the schema `<schema>_next`. Then, in one
 * transaction under the writers' lock, applies the tail, adds what kept tables have and swaps the
 * tables, with the same names, indexes and constraints. Readers see the old tables until the
 * commit. Parked events are left out, as in the serving tables. Emits no live messages; after an
 * interruption it starts over. However it ends, its second set is dropped: what is erased later
 * would stay there. Source: docs/design/architecture.md#rebuilding.
 * @throws Error when the same view is already being rebuilt, or constant reads prevent the swap
 */
export async function rebuildView(
  view: View,
  own: boolean,
  database: Database,
  feed: ReadFeed,
  types: EventTypes,
): Promise<Rebuilt> {
  const rebuilt = await alone(view, database, async (client, tx, schema) => {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0');
    for (let left = beginnings; ; left--) {
      try {
        return await new Rebuild(view, own, client, tx, feed, types).run(schema);
      } catch (failure) {
        await client.query('rollback').catch(() => undefined);
        if (!(failure instanceof PartlyRetried) || left === 1) throw failure;
      }
    }
  });
  if (!rebuilt) throw new Error(`${view.name} is being rebuilt already`);
  return rebuilt;
}

/** Drops the tables of rebuilds that were killed, but not those of one that is running. */
export async function dropKilledRebuilds(views: readonly View[], database: Database): Promise<void> {
  const tables = new Set((await database.query<{ table: string }>(leftTables)).map(({ table }) => table));
  for (const view of views) {
    if (view.tables.some((table) => tables.has(table))) await alone(view, database, () => Promise.resolve());
  }
}

/**
 * Runs `work` while nobody else rebuilds this view, on a connection of its own; then drops the
 * tables beside. Undefined if somebody does.
 */
async function alone<Result>(
  view: View,
  database: Database,
  work: (client: pg.PoolClient, tx: Tx, schema: string) => Promise<Result>,
): Promise<Result | undefined> {
  const runner = database.dataSource.createQueryRunner();
  const client = (await runner.connect()) as pg.PoolClient; // what TypeORM's PostgreSQL driver gives
  const tx = database.on(client);
  try {
    const [names] = await tx.query<{ schema: string }>(currentSchema);
    const schema = names?.schema ?? 'public';
    const [locked] = await tx.query<{ alone: boolean }>(onlyOne, [view.name]);
    if (!locked?.alone) return undefined;
    try {
      return await work(client, tx, schema);
    } finally {
      // If the connection is lost, the next start of the service does it.
      await dropBeside(client, tx, nextOf(schema), view.tables).catch(() => undefined);
    }
  } finally {
    // Restores the connection's settings before it returns to the pool. DISCARD ALL would also drop
    // the prepared statements that the driver relies on.
    await client.query('reset all').catch(() => undefined);
    await tx.query(anotherMay, [view.name]).catch(() => undefined);
    await runner.release();
  }
}

function nextOf(schema: string): string {
  return `${schema}_next`;
}

class Rebuild {
  private readonly passedOver = new Set<number>();
  private logId = '';

  constructor(
    private readonly view: View,
    private readonly own: boolean,
    private readonly client: pg.ClientBase,
    private readonly tx: Tx,
    private readonly feed: ReadFeed,
    private readonly types: EventTypes,
  ) {}

  async run(schema: string): Promise<Rebuilt> {
    const next = nextOf(schema);
    for (const table of this.view.tables) await createBeside(this.client, this.tx, schema, next, table);
    await this.client.query(`set search_path = ${next}, ${schema}`);
    this.logId = (await this.feed(0, 1)).logId;
    if (!this.own) await this.tx.query(beginCheckpoint, [viewConsumerName(this.view.source), this.logId]);
    let filled: Filled = { position: 0, events: 0 };
    for (let left = endings; ; left--) {
      filled = await this.fill(filled);
      // Most of it, so that little is left for the pause.
      await this.view.addKept?.(this.tx);
      // New tables have no statistics for the planner until they are analysed.
      for (const table of this.view.tables) await this.client.query(`analyze ${next}.${table}`);
      try {
        return await this.finish(filled, schema, next);
      } catch (failure) {
        if (!isBlocked(failure) || left === 1) throw failure;
        await this.client.query('rollback');
      }
    }
  }

  /** Applies the events that the serving tables already have, page by page. */
  private async fill(filled: Filled): Promise<Filled> {
    for (;;) {
      // Never past the serving tables: after the swap, the consumer continues from its checkpoint.
      const target = await this.served(false);
      const behind = target - filled.position;
      if (behind <= 0) return filled;
      await this.client.query('begin');
      filled = await this.apply(filled, Math.min(batchSize, behind));
      await this.client.query('commit');
    }
  }

  /** Applies the tail and swaps the tables, under the writers' lock. */
  private async finish(filled: Filled, schema: string, next: string): Promise<Rebuilt> {
    await this.client.query('begin');
    const target = await this.served(true);
    const locked = performance.now();
    const parked = await this.parked();
    for (const position of this.passedOver) if (!parked.has(position)) throw new PartlyRetried();
    while (filled.position < target) filled = await this.apply(filled, Math.min(batchSize, target - filled.position));
    await replaceServing(this.client, schema, next, this.view.tables, async () => this.view.addKept?.(this.tx));
    await this.client.query('commit');
    return { events: filled.events, pauseMs: performance.now() - locked };
  }

  /**
   * The position of the serving tables: the head of the service's own log, or the checkpoint in
   * another service's log.
   */
  private async served(locked: boolean): Promise<number> {
    if (this.own && !locked) return (await this.feed(0, 1)).head;
    const rows = this.own
      ? await this.tx.query<{ position: number }>(head)
      : await this.tx.query<{ position: number }>(locked ? lockCheckpoint : checkpoint, [
          viewConsumerName(this.view.source),
          this.logId,
        ]);
    return rows[0]?.position ?? 0;
  }

  private async parked(): Promise<Set<number>> {
    return this.own ? new Set() : heldPositions(this.tx, viewConsumerName(this.view.source), this.logId);
  }

  private async apply(filled: Filled, limit: number): Promise<Filled> {
    const { envelopes } = await this.feed(filled.position, limit);
    const last = envelopes.at(-1);
    if (!last) throw new Error(`the log has nothing above ${filled.position}`);
    const parked = await this.parked();
    const known: Envelope[] = [];
    for (const envelope of envelopes) {
      if (parked.has(envelope.position)) this.passedOver.add(envelope.position);
      else if (readingOf(this.types, envelope) === 'known') known.push(upcast(this.types, envelope));
    }
    if (known.length > 0) await applyViews([this.view], known, this.tx);
    return { position: last.position, events: filled.events + envelopes.length };
  }
}
