import type { AnyEvent } from '@parlour/contracts/envelope';
import { unavailable } from '@parlour/contracts/errors';
import { type Database, statement } from '../database/database.ts';
import { isTooLong, isTransient } from '../database/failures.ts';
import { isoTime } from '../database/row-expressions.ts';
import type { CommandKey, LogHead } from './append.ts';

/** The input of a decision, from one snapshot. */
export interface Loaded {
  /** The database clock, ISO-8601 with milliseconds. */
  readonly now: string;
  /** The requested streams, in their order. */
  readonly streams: readonly LoadedStream[];
  /** The log as it was then. */
  readonly head: LogHead;
  /** The stored reply, if the command was given before under its key. */
  readonly stored: StoredReply | null;
}

/** A stream, and the snapshots of the decider that reads it. */
export interface WantedStream {
  readonly streamId: string;
  readonly snapshots: readonly string[] | 'all' | undefined;
}

/** The events of a stream from its newest snapshot on, in order of version. */
export interface LoadedStream {
  /** How many events came before these. */
  readonly skipped: number;
  readonly events: readonly LoadedEvent[];
}

/** A stream that has not begun. */
export const noEvents: LoadedStream = { skipped: 0, events: [] };

type LoadedEvent = AnyEvent & { readonly schemaVersion: number };

/** The reply of a command that was already carried out. */
export interface StoredReply {
  readonly bodyHash: string;
  readonly reply: object;
  readonly position: number;
}

// From the newest snapshot on, which an index finds from the end of the stream: a stream costs what
// is read of it, however long it is.
const load = statement(
  'commands.load',
  `select ${isoTime('clock_timestamp()')} as now,
          (select json_build_object('logId', log_id, 'position', position) from head) as head,
          (select coalesce(json_agg(json_build_object('wanted', w.n, 'version', e.version, 'type', e.type,
                    'schemaVersion', e.schema_version, 'data', e.data) order by e.version), '[]')
             from unnest($1::text[], $2::text[]) with ordinality as w(stream_id, snapshots, n)
             join lateral (
               select version, type, schema_version, data from events
                where stream_id = w.stream_id and version >= coalesce((
                  select s.version from events s
                   where s.stream_id = w.stream_id and (w.snapshots = 'all' or s.type = any(string_to_array(w.snapshots, ' ')))
                   order by s.version desc limit 1), 1)) e on true) as events,
          (select coalesce(json_agg(json_build_object('asked', asked, 'bodyHash', body_hash, 'reply', reply, 'position', position)), '[]')
             from unnest($3::int[], $4::text[], $5::text[], $6::text[]) as k(asked, actor, route, key)
             join commands using (actor, route, key)) as stored`,
  'kept',
);

interface LoadedRow {
  readonly now: string;
  readonly head: LogHead;
  /** `wanted` counts from 1. */
  readonly events: readonly (LoadedEvent & { readonly wanted: number; readonly version: number })[];
  readonly stored: readonly (StoredReply & { readonly asked: number })[];
}

interface Asking {
  readonly streams: readonly WantedStream[];
  readonly key: CommandKey | null;
  readonly settle: (loaded: Loaded) => void;
  readonly fail: (failure: unknown) => void;
}

/** The most commands loaded by one statement. */
const batchSize = 100;

/**
 * Loads the streams of commands, without locks. Concurrent commands are loaded by one statement,
 * one statement at a time; a single command is loaded at once. The result may be outdated when it
 * is used: the append detects that.
 */
export class CommandLoader {
  private waiting: Asking[] = [];
  private running = false;

  constructor(private readonly database: Database) {}

  /** @throws the driver's error */
  load(streams: readonly WantedStream[], key: CommandKey | null): Promise<Loaded> {
    return new Promise((settle, fail) => {
      this.waiting.push({ streams, key, settle, fail });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Commands of the same turn join the first batch.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.loadAll(this.waiting.splice(0, batchSize));
    this.running = false;
  }

  private async loadAll(batch: readonly Asking[]): Promise<void> {
    try {
      await this.answer(batch);
    } catch (failure) {
      // One value that PostgreSQL refuses, or one stream that takes too long, must not fail the
      // others.
      if (batch.length > 1 && (!isTransient(failure) || isTooLong(failure))) await this.loadEach(batch);
      else for (const asking of batch) asking.fail(failure);
    }
  }

  private async loadEach(batch: readonly Asking[]): Promise<void> {
    let late = 0;
    for (const asking of batch) {
      try {
        // If a second one takes too long, it is the database that is slow, and the others would
        // wait for it in turn.
        if (late > 1) throw unavailable();
        await this.answer([asking]);
      } catch (failure) {
        if (isTooLong(failure)) late += 1;
        asking.fail(failure);
      }
    }
  }

  /** Settles all of the batch, or throws. */
  private async answer(batch: readonly Asking[]): Promise<void> {
    const streams = new Map(batch.flatMap((asking) => asking.streams).map((stream) => [nameOf(stream), stream]));
    const keyed = batch.flatMap(({ key }, index) => (key ? [{ index, ...key }] : []));
    const [row] = await this.database.query<LoadedRow>(load, [
      [...streams.values()].map(({ streamId }) => streamId),
      [...streams.values()].map(({ snapshots }) => snapshotNames(snapshots)),
      keyed.map((row) => row.index),
      keyed.map((row) => row.actor),
      keyed.map((row) => row.route),
      keyed.map((row) => row.key),
    ]);
    if (!row) throw new Error('nothing was loaded');
    const { now, head } = row;
    const found = [...streams.values()].map((): LoadedRow['events'][number][] => []);
    for (const event of row.events) found[event.wanted - 1]?.push(event);
    const loaded = new Map(
      [...streams.entries()].map(([name, { snapshots }], index) => {
        const events = found[index] ?? [];
        const skipped = snapshots === undefined ? 0 : (events[0]?.version ?? 1) - 1;
        return [name, { skipped, events }] as const;
      }),
    );
    batch.forEach((asking, index) => {
      const stored = row.stored.find(({ asked }) => asked === index) ?? null;
      const own = asking.streams.map((stream) => loaded.get(nameOf(stream)) ?? noEvents);
      asking.settle({ now, head, streams: own, stored });
    });
  }
}

/** Deciders that know different snapshots of a stream get different parts of it. */
function nameOf({ streamId, snapshots }: WantedStream): string {
  return `${streamId}\n${snapshotNames(snapshots) ?? ''}`;
}

function snapshotNames(snapshots: WantedStream['snapshots']): string | null {
  if (snapshots === undefined || snapshots === 'all') return snapshots ?? null;
  return snapshots.join(' ');
}
