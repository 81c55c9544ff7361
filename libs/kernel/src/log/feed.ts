import type { Envelope, EnvelopeMeta, Source } from '@parlour/contracts/envelope';
import { statement, type Tx } from '../database/database.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { upcast } from './event-catalogue.ts';

/** Committed events in order, in their current schema version, and the log's head. */
export interface Feed {
  readonly logId: string;
  /** Position of the log's last event; 0 for an empty log. */
  readonly head: number;
  readonly envelopes: readonly Envelope[];
}

/** Reads one page of a log; the log's id and head come from the database, so it needs no cache. */
export type ReadFeed = (after: number, limit: number) => Promise<Feed>;

/** The most characters of JSON in a page: network frames are bounded. */
const pageCharacters = 8 * 1_024 * 1_024;

/**
 * The beginning of a page that fits into a frame, one event at least; readers fetch the rest with
 * the next page.
 */
export function boundedPage(feed: Feed, most = pageCharacters): Feed {
  let left = most;
  const end = feed.envelopes.findIndex((envelope, index) => {
    left -= JSON.stringify(envelope).length;
    return left < 0 && index > 0;
  });
  return end === -1 ? feed : { ...feed, envelopes: feed.envelopes.slice(0, end) };
}

interface EventRow {
  log_id: string;
  head: number;
  position: number | null;
  event_id: string;
  stream_id: string;
  version: number;
  ordering_key: string;
  type: string;
  schema_version: number;
  data: object;
  meta: EnvelopeMeta;
  occurred_at: Date;
}

const page = statement(
  'feed.page',
  `select h.log_id, h.position as head, e.*
     from head h
     left join lateral (
       select position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at
         from events where position > $1 and position <= h.position order by position limit $2
     ) e on true
    order by e.position`,
  'kept',
);

/**
 * The events above `after`, at most `limit`. Positions are assigned under the head's lock, so
 * nothing below the head can appear later.
 */
export async function readFeed(
  source: Source,
  types: EventTypes,
  from: Tx,
  after: number,
  limit: number,
): Promise<Feed> {
  const rows = await from.query<EventRow>(page, [after, limit]);
  const [first] = rows;
  if (!first) throw new Error('the log has no head');
  return {
    logId: first.log_id,
    head: first.head,
    envelopes: rows.flatMap((row) =>
      row.position === null ? [] : [upcast(types, envelopeOf(source, { ...row, position: row.position }))],
    ),
  };
}

function envelopeOf(source: Source, row: EventRow & { position: number }): Envelope {
  return {
    source,
    logId: row.log_id,
    position: row.position,
    eventId: row.event_id,
    streamId: row.stream_id,
    version: row.version,
    orderingKey: row.ordering_key,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    meta: row.meta,
    occurredAt: row.occurred_at.toISOString(),
  };
}
