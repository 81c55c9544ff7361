import type { Envelope } from '@parlour/contracts/envelope';
import { statement, type Database, type Tx } from '../database/database.ts';
import { viewConsumerName } from '../consumer/applied-positions.ts';
import { type EventTypes, readingOf, upcast } from '../log/event-catalogue.ts';
import type { ReadFeed } from '../log/feed.ts';
import type { View } from './view.ts';

/** What a rebuild came to. */
export interface Rebuilt {
  readonly events: number;
  /** How long writers of this read model waited at the end, in milliseconds. */
  readonly pauseMs: number;
}

interface Definition {
  definition: string;
}

const batchSize = 1_000;

/**
 * Fills a second set of a view's tables from its log beside the serving ones, in the schema `<schema>_next`; then, in one transaction under the lock
 * that its writers take, applies the tail and puts the new tables in place of the old, with the same names, indexes and constraints. Readers see
 * the old tables until the commit. It tells nobody anything. Source: architecture, "The event log and delivery", 12.
 */
export async function rebuildView(
  view: View,
  own: boolean,
  database: Database,
  feed: ReadFeed,
  types: EventTypes,
): Promise<Rebuilt> {
  const runner = database.dataSource.createQueryRunner();
  const client = (await runner.connect()) as Parameters<Database['on']>[0]; // pg's client, by TypeORM's driver
  const tx = database.on(client);
  const run = (text: string): Promise<unknown> => client.query(text);
  try {
    const [names] = await tx.query<{ schema: string }>(
      statement('rebuild.schema', 'select current_schema() as schema'),
    );
    const schema = names?.schema ?? 'public';
    const next = `${schema}_next`;
    await run('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0');
    for (const table of view.tables) await createBeside(tx, run, schema, next, table);
    await run(`set search_path = ${next}, ${schema}`);
    let position = 0;
    let events = 0;
    const apply = async (envelopes: readonly Envelope[]): Promise<void> => {
      const known = envelopes.filter((envelope) => readingOf(types, envelope) === 'known');
      if (known.length > 0)
        await view.apply(
          known.map((envelope) => upcast(types, envelope)),
          tx,
        );
      position = envelopes.at(-1)?.position ?? position;
      events += envelopes.length;
    };
    for (;;) {
      const page = await feed(position, batchSize);
      if (page.envelopes.length === 0) break;
      await run('begin');
      await apply(page.envelopes);
      await run('commit');
    }
    const started = performance.now();
    await run('begin');
    // Whoever writes these tables holds this row: the head of the own log, or the checkpoint of the other's.
    const target = own
      ? await tx.query<{ position: number }>(statement('rebuild.head', 'select position from head for update'))
      : await tx.query<{ position: number }>(
          statement('rebuild.checkpoint', 'select position from checkpoints where consumer = $1 for update'),
          [viewConsumerName(view.source)],
        );
    const last = target[0]?.position ?? 0;
    while (position < last) {
      const page = await feed(position, Math.min(batchSize, last - position));
      if (page.envelopes.length === 0) break;
      await apply(page.envelopes);
    }
    for (const table of view.tables) {
      await run(`drop table ${schema}.${table}`);
      await run(`alter table ${next}.${table} set schema ${schema}`);
    }
    await run('commit');
    return { events, pauseMs: performance.now() - started };
  } catch (failure) {
    await run('rollback').catch(() => undefined);
    throw failure;
  } finally {
    // Back to what the connection was opened with, before the pool gives it to others. Not DISCARD ALL: the driver still
    // counts on the statements that it prepared.
    await run('reset all').catch(() => undefined);
    await runner.release();
  }
}

/** An empty table of the same shape, with the same names of constraints and indexes: those live in the other schema. */
async function createBeside(
  tx: Tx,
  run: (text: string) => Promise<unknown>,
  schema: string,
  next: string,
  table: string,
): Promise<void> {
  await run(`drop table if exists ${next}.${table}`);
  await run(
    `create table ${next}.${table} (like ${schema}.${table} including all excluding indexes excluding constraints)`,
  );
  const constraints = await tx.query<Definition>(
    statement(
      'rebuild.constraints',
      `select format('alter table %I.%I add constraint %I %s', $2::text, $3::text, conname, pg_get_constraintdef(oid)) as definition
         from pg_constraint where conrelid = format('%I.%I', $1::text, $3::text)::regclass and contype in ('p', 'u', 'c')`,
    ),
    [schema, next, table],
  );
  const indexes = await tx.query<Definition>(
    statement(
      'rebuild.indexes',
      `select replace(pg_get_indexdef(i.indexrelid), format(' ON %I.%I ', $1::text, $3::text), format(' ON %I.%I ', $2::text, $3::text))
              as definition
         from pg_index i
        where i.indrelid = format('%I.%I', $1::text, $3::text)::regclass
          and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    ),
    [schema, next, table],
  );
  for (const { definition } of [...constraints, ...indexes]) await run(definition);
}
