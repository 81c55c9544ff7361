import type { AnyEvent, Envelope, Source } from '@parlour/contracts/envelope';
import type { OpenedService } from '@parlour/embedded/opened-services';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { Consumer } from '@parlour/kernel/consumer/consumer';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { unhurried } from '@parlour/kernel/database/unhurried';
import { createLogger } from '@parlour/kernel/logging/logger';
import { eventTypes } from '@parlour/contracts/event-types';
import { versionOf } from '@parlour/kernel/log/event-catalogue';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { consumersOf } from '@parlour/kernel/service/service-module';
import { applyViews } from '@parlour/kernel/view/view';
import { v5 as uuidv5 } from 'uuid';
import { type HistoricEvent, identityHistory, messagingHistory, qaHistory, type Size } from './history.ts';

/** Events per transaction. */
const batchSize = 2_000;

/** The namespace of generated event ids. */
const namespace = 'f1111111-0000-5000-8000-000000000000';

/** The first generated event is at the beginning of 2026, then one a minute. */
const beginning = Date.UTC(2026, 0, 1);

const lockHead = statement('fill.lock', 'select log_id, position from head for update');
const insert = statement(
  'fill.insert',
  `insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
   select position, event_id, stream_id, version, ordering_key, type, schema_version, data::jsonb, meta::jsonb, occurred_at
     from unnest($1::bigint[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::text[],
                 $10::timestamptz[])
       as e(position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)`,
);
const indexesOf = statement(
  'fill.indexes',
  `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
    where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
);
const raise = statement('fill.raise', 'update head set position = $1');

/**
 * Writes a history into the logs of a site that is not running, and the resulting read models;
 * returns the number of events per log.
 */
export async function fillSite(
  services: readonly OpenedService[],
  feedOf: (source: Source) => ReadFeed,
  size: Size,
): Promise<Record<Source, number>> {
  const histories: Partial<Record<Source, Iterable<HistoricEvent>>> = {
    identity: identityHistory(size),
    qa: qaHistory(size),
    messaging: messagingHistory(size),
  };
  const written: Partial<Record<Source, number>> = {};
  for (const service of services) {
    await service.database.dataSource.runMigrations();
    const { source } = service.definition;
    const tables = service.definition.views.flatMap((view) => view.tables);
    written[source] = await withoutIndexes(service.database, tables, () => fillLog(service, histories[source] ?? []));
  }
  for (const { definition, database } of services) {
    for (const consumer of consumersOf(definition)) {
      const logger = createLogger('fill', { level: 'warn' });
      const { source } = consumer;
      const dependencies = {
        service: definition.source,
        database,
        bus: new InProcessBus(logger),
        feed: feedOf(source),
        types: eventTypes[source],
        logger,
      };
      await new Consumer(consumer, dependencies).catchUp();
    }
    // Also sets the marks by which an index alone answers.
    await unhurried(database, (runner) => runner.query('vacuum analyze'));
  }
  return written as Record<Source, number>; // every service has its log
}

/** Runs work while these tables have only the indexes of constraints, then builds the others. */
async function withoutIndexes<Result>(
  database: Database,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const indexes = await database.query<{ name: string; definition: string }>(indexesOf, [tables]);
  return unhurried(database, async (runner) => {
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
    try {
      return await work();
    } finally {
      await runner.query(`set maintenance_work_mem = '512MB'`);
      for (const { definition } of indexes) await runner.query(definition);
    }
  });
}

async function fillLog({ definition, database }: OpenedService, history: Iterable<HistoricEvent>): Promise<number> {
  const versions = new Map<string, number>();
  const own = definition.views.filter((view) => view.source === definition.source);
  let count = 0;
  const write = (batch: readonly HistoricEvent[]): Promise<void> =>
    database.transaction(async (tx) => {
      const [head] = await tx.query<{ log_id: string; position: number }>(lockHead);
      if (!head) throw new Error('the log has no head');
      const envelopes = batch.map((each, index) => {
        const version = (versions.get(each.streamId) ?? 0) + 1;
        versions.set(each.streamId, version);
        return envelopeOf(definition.source, each, head.log_id, head.position + 1 + index, version);
      });
      await insertEvents(tx, envelopes);
      await applyViews(own, envelopes, tx);
    });
  let batch: HistoricEvent[] = [];
  for (const event of history) {
    batch.push(event);
    count += 1;
    if (batch.length < batchSize) continue;
    await write(batch);
    batch = [];
  }
  if (batch.length > 0) await write(batch);
  return count;
}

async function insertEvents(tx: Tx, envelopes: readonly Envelope[]): Promise<void> {
  await tx.query(insert, [
    envelopes.map((each) => each.position),
    envelopes.map((each) => each.eventId),
    envelopes.map((each) => each.streamId),
    envelopes.map((each) => each.version),
    envelopes.map((each) => each.orderingKey),
    envelopes.map((each) => each.type),
    envelopes.map((each) => each.schemaVersion),
    envelopes.map((each) => JSON.stringify(each.data)),
    envelopes.map((each) => JSON.stringify(each.meta)),
    envelopes.map((each) => each.occurredAt),
  ]);
  await tx.query(raise, [envelopes.at(-1)?.position]);
}

function envelopeOf(
  source: Source,
  { event, streamId, orderingKey }: HistoricEvent<AnyEvent>,
  logId: string,
  position: number,
  version: number,
): Envelope {
  const eventId = uuidv5(`${source} ${streamId} ${version}`, namespace);
  return {
    source,
    logId,
    position,
    eventId,
    streamId,
    version,
    orderingKey,
    type: event.type,
    schemaVersion: versionOf(eventTypes[source], event),
    data: event.data,
    meta: { commandId: eventId, actor: null, correlationId: 'fill', causationId: null },
    occurredAt: new Date(beginning + position * 60_000).toISOString(),
  };
}
