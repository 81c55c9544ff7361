import { v7 as uuidv7 } from 'uuid';
import type { AnyEvent, Envelope, EnvelopeMeta, Source } from '@parlour/contracts/envelope';
import { unavailable } from '@parlour/contracts/errors';
import { asRefusal, statement, UnknownOutcome, type Database, type Tx } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { View } from '../view/view.ts';
import { type EventTypes, versionOf } from './event-catalogue.ts';
import { readFeed } from './feed.ts';

/** A stream and the version that a decision was made on; 0 is a stream without events. */
export interface StreamVersion {
  readonly streamId: string;
  readonly version: number;
}

/** A value that only one owner may have in its scope: a username, a community's name. */
export interface Reservation {
  readonly scope: string;
  readonly key: string;
  readonly owner: string;
}

/** What makes a command happen once: the same actor, route and key again get the stored reply. */
export interface CommandKey {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** Reads the replies of many commands at once, within the transaction that wrote what they tell of; one reply per argument, in order. */
export type ReplyReader<Argument, Reply extends object> = (
  tx: Tx,
  args: readonly Argument[],
) => Promise<readonly Reply[]>;

/** A decided command on its way into the log. */
export interface Append {
  readonly streamId: string;
  readonly version: number;
  /** Other streams that the decision read; it is void when one of them moved. */
  readonly guards: readonly StreamVersion[];
  readonly orderingKey: string;
  readonly events: readonly AnyEvent[];
  readonly meta: EnvelopeMeta;
  readonly actor: { readonly id: string; readonly name: string } | null;
  readonly reservations: readonly Reservation[];
  readonly key: CommandKey | null;
  readonly readReplies: ReplyReader<unknown, object>;
  readonly replyArgument: unknown;
  /** ISO-8601, the database's clock. */
  readonly occurredAt: string;
}

/**
 * What became of an append: stored; or dropped whole because a stream `moved` (decide again), a reservation is `taken`, or the command was
 * `done` before under its key.
 */
export type AppendOutcome =
  | { readonly status: 'stored'; readonly reply: object; readonly position: number }
  | { readonly status: 'moved' | 'taken' | 'done' };

/** Told of every committed batch, in order of position, in the process that committed it. */
export type CommitListener = (envelopes: readonly Envelope[]) => void;

interface Pending {
  readonly append: Append;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (failure: unknown) => void;
}

/** How many commands one transaction takes at most: beyond it latency grows and throughput no longer does. */
const batchSize = 100;

const lockHead = statement('log.lockHead', 'select log_id, position from head for update');

// A second statement, so that its snapshot is taken after the lock was given: what the former holder committed is seen.
const append = statement(
  'log.append',
  `with expected as (
     select * from unnest($1::int[], $2::text[], $3::int[]) as e(command, stream_id, version)
   ), wanted as (
     select * from unnest($4::int[], $5::text[], $6::text[], $7::text[]) as w(command, scope, key, owner)
   ), keyed as (
     select * from unnest($8::int[], $9::text[], $10::text[], $11::text[]) as k(command, actor, route, key)
   ), dropped as (
     select command, 'done' as reason from keyed join commands using (actor, route, key)
     union all
     select command, 'moved' from expected e
      where e.version <> coalesce((select max(s.version) from events s where s.stream_id = e.stream_id), 0)
     union all
     select command, 'taken' from wanted w join reservations r using (scope, key)
      where r.owner <> w.owner and (r.expires_at is null or r.expires_at > now())
   ), fresh as (
     select row_number() over (order by n) as place, e.*
       from unnest($12::int[], $13::uuid[], $14::text[], $15::int[], $16::text[], $17::text[], $18::smallint[], $19::text[],
                   $20::text[], $21::timestamptz[])
            with ordinality as e(command, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at, n)
      where e.command not in (select command from dropped)
   ), inserted as (
     insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
     select $22::bigint + place, event_id, stream_id, version, ordering_key, type, schema_version, data::jsonb, meta::jsonb, occurred_at
       from fresh
   ), reserved as (
     insert into reservations (scope, key, owner)
     select scope, key, owner from wanted where command not in (select command from dropped)
     on conflict (scope, key) do update set owner = excluded.owner, expires_at = null
      where reservations.owner = excluded.owner or reservations.expires_at <= now()
     returning 1
   ), raised as (
     update head set position = position + (select count(*) from fresh) where exists (select from fresh)
   ), met as (
     insert into people (id, name)
     select distinct on (id) id, name from unnest($23::text[], $24::text[]) as p(id, name) order by id
     on conflict (id) do nothing
   )
   select (select coalesce(json_agg(json_build_array(command, reason)), '[]') from dropped) as dropped,
          (select count(*) from wanted where command not in (select command from dropped)) = (select count(*) from reserved) as reserved`,
);

const storeReplies = statement(
  'log.storeReplies',
  `insert into commands (actor, route, key, body_hash, reply, position)
   select actor, route, key, body_hash, reply::jsonb, position
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) as c(actor, route, key, body_hash, reply, position)`,
);

/**
 * The one writer of a service's log in this process. Commands that arrive together are appended by one transaction, one at a time; an idle
 * log writes at once. Positions are dense and in order of commit, versions of a stream have no holes, a command is stored whole or not at
 * all, and its read models and reply are written in the same transaction. Source: architecture, "The event log and delivery", 1.
 */
export class EventLog {
  private waiting: Pending[] = [];
  private running: Promise<void> | undefined;
  private readonly listeners = new Set<CommitListener>();

  constructor(
    readonly source: Source,
    readonly database: Database,
    readonly types: EventTypes,
    private readonly views: readonly View[],
    private readonly logger: Logger,
  ) {}

  /**
   * Appends a decided command; resolves once it is committed or dropped.
   * @throws {DomainError} `service.unavailable` when it is unknown whether it was committed: the retry with the same key settles it
   */
  append(command: Append): Promise<AppendOutcome> {
    return new Promise((settle, fail) => {
      this.waiting.push({ append: command, settle, fail });
      this.running ??= this.run();
    });
  }

  /** Tells of every batch that this process commits; answers how to stop it. */
  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Committed events above `after`, in order. */
  read(after: number, limit: number): ReturnType<typeof readFeed> {
    return readFeed(this.source, this.types, this.database, after, limit);
  }

  /** Resolves when nothing is in flight. */
  async drain(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    // One turn of the event loop lets requests that were read together join the first batch.
    await Promise.resolve();
    try {
      while (this.waiting.length > 0) await this.commit(this.takeBatch());
    } finally {
      this.running = undefined;
      if (this.waiting.length > 0) this.running = this.run();
    }
  }

  /** The next commands that do not touch one another: no two of a stream, a reservation or a key, none whose guard another one writes. */
  private takeBatch(): Pending[] {
    const batch: Pending[] = [];
    const left: Pending[] = [];
    const written = new Set<string>();
    const read = new Set<string>();
    for (const pending of this.waiting) {
      const { append: command } = pending;
      const writes = [`stream ${command.streamId}`];
      for (const reservation of command.reservations) writes.push(`name ${reservation.scope} ${reservation.key}`);
      if (command.key) writes.push(`key ${command.key.actor} ${command.key.route} ${command.key.key}`);
      const reads = command.guards.map((guard) => `stream ${guard.streamId}`);
      const clashes =
        writes.some((name) => written.has(name) || read.has(name)) || reads.some((name) => written.has(name));
      if (clashes || batch.length === batchSize) {
        left.push(pending);
        // What waits keeps its place before later commands of the same stream.
        for (const name of writes) written.add(name);
        continue;
      }
      for (const name of writes) written.add(name);
      for (const name of reads) read.add(name);
      batch.push(pending);
    }
    this.waiting = left;
    return batch;
  }

  private async commit(batch: readonly Pending[]): Promise<void> {
    let stored: Stored;
    try {
      stored = await this.database.transaction((tx) => this.write(tx, batch));
    } catch (failure) {
      if (failure instanceof UnknownOutcome) {
        this.logger.error({ err: failure, commands: batch.length }, 'a commit was not answered');
        for (const pending of batch) pending.fail(unavailable());
        return;
      }
      if (batch.length === 1) {
        batch[0]?.fail(asRefusal(failure));
        return;
      }
      // Only alone may a command fail: one bad value must not take fifty good commands with it.
      for (const pending of batch) await this.commit([pending]);
      return;
    }
    if (stored.envelopes.length > 0) for (const listener of this.listeners) listener(stored.envelopes);
    batch.forEach((pending, index) => pending.settle(stored.outcomes[index]!));
  }

  private async write(tx: Tx, batch: readonly Pending[]): Promise<Stored> {
    const [head] = await tx.query<{ log_id: string; position: number }>(lockHead);
    if (!head) throw new Error('the log has no head');
    const commands = batch.map((pending) => pending.append);
    const expected = commands.flatMap((command, index) =>
      [command, ...command.guards].map((stream) => ({ index, ...stream })),
    );
    const wanted = commands.flatMap((command, index) => command.reservations.map((name) => ({ index, ...name })));
    const keyed = commands.flatMap((command, index) => (command.key ? [{ index, ...command.key }] : []));
    const events = commands.flatMap((command, index) => this.envelopesOf(command, head.log_id, index));
    const actors = commands.flatMap((command) => (command.actor ? [command.actor] : []));
    const [result] = await tx.query<{ dropped: [number, 'moved' | 'taken' | 'done'][]; reserved: boolean }>(append, [
      expected.map((row) => row.index),
      expected.map((row) => row.streamId),
      expected.map((row) => row.version),
      wanted.map((row) => row.index),
      wanted.map((row) => row.scope),
      wanted.map((row) => row.key),
      wanted.map((row) => row.owner),
      keyed.map((row) => row.index),
      keyed.map((row) => row.actor),
      keyed.map((row) => row.route),
      keyed.map((row) => row.key),
      events.map((row) => row.command),
      events.map((row) => row.envelope.eventId),
      events.map((row) => row.envelope.streamId),
      events.map((row) => row.envelope.version),
      events.map((row) => row.envelope.orderingKey),
      events.map((row) => row.envelope.type),
      events.map((row) => row.envelope.schemaVersion),
      events.map((row) => JSON.stringify(row.envelope.data)),
      events.map((row) => JSON.stringify(row.envelope.meta)),
      events.map((row) => row.envelope.occurredAt),
      head.position,
      actors.map((actor) => actor.id),
      actors.map((actor) => actor.name),
    ]);
    // A name reserved in this very moment by somebody else: alone, the command sees it as taken.
    if (!result?.reserved) throw new Error('a reservation was taken meanwhile');
    // 'done' stands first: whoever is done needs no other reason.
    const reasons = new Map([...result.dropped].reverse());
    let position = head.position;
    const envelopes: Envelope[] = [];
    const last = new Map<number, number>();
    for (const { command, envelope } of events) {
      if (reasons.has(command)) continue;
      envelopes.push({ ...envelope, position: ++position });
      last.set(command, position);
    }
    if (envelopes.length > 0) for (const view of this.views) await view.apply(envelopes, tx);
    const replies = await this.replies(tx, commands, reasons);
    const outcomes = commands.map((_, index): AppendOutcome => {
      const reason = reasons.get(index);
      if (reason) return { status: reason };
      return { status: 'stored', reply: replies.get(index)!, position: last.get(index) ?? head.position };
    });
    await this.keepReplies(tx, commands, outcomes);
    return { envelopes, outcomes };
  }

  private envelopesOf(command: Append, logId: string, index: number): { command: number; envelope: Envelope }[] {
    return command.events.map((event, offset) => ({
      command: index,
      envelope: {
        source: this.source,
        logId,
        position: 0,
        eventId: uuidv7(),
        streamId: command.streamId,
        version: command.version + 1 + offset,
        orderingKey: command.orderingKey,
        type: event.type,
        schemaVersion: versionOf(this.types, event),
        data: event.data,
        meta: command.meta,
        occurredAt: command.occurredAt,
      },
    }));
  }

  /** One statement per kind of reply, whatever the number of commands. */
  private async replies(
    tx: Tx,
    commands: readonly Append[],
    dropped: ReadonlyMap<number, unknown>,
  ): Promise<Map<number, object>> {
    const byReader = new Map<ReplyReader<unknown, object>, number[]>();
    commands.forEach((command, index) => {
      if (dropped.has(index)) return;
      byReader.set(command.readReplies, [...(byReader.get(command.readReplies) ?? []), index]);
    });
    const replies = new Map<number, object>();
    for (const [reader, indexes] of byReader) {
      const rows = await reader(
        tx,
        indexes.map((index) => commands[index]?.replyArgument),
      );
      indexes.forEach((index, place) => replies.set(index, rows[place]!));
    }
    return replies;
  }

  private async keepReplies(tx: Tx, commands: readonly Append[], outcomes: readonly AppendOutcome[]): Promise<void> {
    const kept = commands.flatMap((command, index) => {
      const outcome = outcomes[index];
      return command.key && outcome?.status === 'stored' ? [{ ...command.key, ...outcome }] : [];
    });
    if (kept.length === 0) return;
    await tx.query(storeReplies, [
      kept.map((row) => row.actor),
      kept.map((row) => row.route),
      kept.map((row) => row.key),
      kept.map((row) => row.bodyHash),
      kept.map((row) => JSON.stringify(row.reply)),
      kept.map((row) => row.position),
    ]);
  }
}

interface Stored {
  readonly envelopes: readonly Envelope[];
  readonly outcomes: readonly AppendOutcome[];
}
