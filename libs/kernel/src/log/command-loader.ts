import type { AnyEvent } from '@parlour/contracts/envelope';
import { type Database, statement } from '../database/database.ts';
import { isTransient } from '../database/failures.ts';
import { isoTime } from '../database/row-expressions.ts';
import type { CommandKey, LogHead } from './event-log.ts';

/** The input of a decision, from one snapshot. */
export interface Loaded {
  /** The database clock, ISO-8601 with milliseconds. */
  readonly now: string;
  /** The events of all requested streams, in order of version. */
  readonly events: readonly (AnyEvent & { streamId: string; version: number; schemaVersion: number })[];
  /** The log as it was then. */
  readonly head: LogHead;
  /** The stored reply, if the command was given before under its key. */
  readonly stored: StoredReply | null;
}

/** The reply of a command that was already carried out. */
export interface StoredReply {
  readonly bodyHash: string;
  readonly reply: object;
  readonly position: number;
}

const load = statement(
  'commands.load',
  `select ${isoTime('clock_timestamp()')} as now,
          (select json_build_object('logId', log_id, 'position', position) from head) as head,
          (select coalesce(json_agg(json_build_object('streamId', stream_id, 'version', version, 'type', type,
                    'schemaVersion', schema_version, 'data', data) order by version), '[]')
             from events where stream_id = any($1::text[])) as events,
          (select coalesce(json_agg(json_build_object('asked', asked, 'bodyHash', body_hash, 'reply', reply, 'position', position)), '[]')
             from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as k(asked, actor, route, key)
             join commands using (actor, route, key)) as stored`,
  'kept',
);

interface LoadedRow {
  readonly now: string;
  readonly head: LogHead;
  readonly events: Loaded['events'];
  readonly stored: readonly (StoredReply & { readonly asked: number })[];
}

interface Asking {
  readonly streamIds: readonly string[];
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
  load(streamIds: readonly string[], key: CommandKey | null): Promise<Loaded> {
    return new Promise((settle, fail) => {
      this.waiting.push({ streamIds, key, settle, fail });
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
      const row = await this.ask(batch);
      batch.forEach(({ streamIds, settle }, index) => {
        const wanted = new Set(streamIds);
        const stored = row.stored.find(({ asked }) => asked === index) ?? null;
        settle({
          now: row.now,
          head: row.head,
          events: row.events.filter(({ streamId }) => wanted.has(streamId)),
          stored,
        });
      });
    } catch (failure) {
      // One value that PostgreSQL refuses must not fail the others.
      if (batch.length > 1 && !isTransient(failure)) for (const asking of batch) await this.loadAll([asking]);
      else for (const asking of batch) asking.fail(failure);
    }
  }

  private async ask(batch: readonly Asking[]): Promise<LoadedRow> {
    const keyed = batch.flatMap(({ key }, index) => (key ? [{ index, ...key }] : []));
    const [row] = await this.database.query<LoadedRow>(load, [
      [...new Set(batch.flatMap(({ streamIds }) => streamIds))],
      keyed.map((row) => row.index),
      keyed.map((row) => row.actor),
      keyed.map((row) => row.route),
      keyed.map((row) => row.key),
    ]);
    if (!row) throw new Error('nothing was loaded');
    return row;
  }
}
