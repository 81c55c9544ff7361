import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { unavailable } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { Bus, Unsubscribe } from '../bus/bus.ts';
import { isLasting, statement, type Database, type Tx } from '../database/database.ts';
import { type Logger, logEvents } from '../logging/logger.ts';
import { type EventTypes, readingOf, upcast } from '../log/event-catalogue.ts';
import type { ReadFeed } from '../log/feed.ts';
import { traceHandled } from '../tracing/handled-events.ts';
import { heldKeys, park } from './dead-letters.ts';

/** A reader of one log: its tables and its checkpoint change in one transaction. */
export interface ConsumerDefinition {
  /** Unique within the service; the checkpoint is stored under it. */
  readonly name: string;
  readonly source: Source;
  /** A consumer of the same log whose tables this one reads: its parked keys wait here too. */
  readonly behind?: string;
  /**
   * Runs before the transaction, without locks, and again if the transaction fails. For work that
   * is idempotent by a key of its own, such as commands, which need their own connections.
   */
  before?(envelopes: readonly Envelope[]): Promise<void>;
  /** Applies events in order; gets the same ones again only after a rollback. */
  handle(envelopes: readonly Envelope[], tx: Tx): Promise<void>;
}

/** The services that a consumer uses. */
export interface ConsumerDependencies {
  /** Readers of one service and name share the events of the bus. */
  readonly service: Source;
  readonly database: Database;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** The owner's log by position; over RPC if the owner is another service. */
  readonly feed: ReadFeed;
  readonly types: EventTypes;
  readonly logger: Logger;
}

/** How often an event is tried before it is parked. */
export const attemptsBeforeParking = 5;

/** The most events read from the feed at once, and handled in one transaction. */
const batchSize = 500;

const begin = statement(
  'consumer.begin',
  `insert into checkpoints (consumer, log_id, position) values ($1, $2, 0) on conflict do nothing`,
);
const lock = statement(
  'consumer.lock',
  'select position from checkpoints where consumer = $1 and log_id = $2 for update',
);
const read = statement('consumer.read', 'select position from checkpoints where consumer = $1 and log_id = $2');
const move = statement('consumer.move', 'update checkpoints set position = $3 where consumer = $1 and log_id = $2');

/** How long the bus may take to deliver an event after its owner announced it, in milliseconds. */
const overdueMs = 1_500;

/** How often to check whether the tables that a consumer reads are up to date, in milliseconds. */
const readTablesMs = 10;

/** After how long without progress a consumer counts as stuck, in milliseconds. */
const stuckMs = 10_000;

/** Events between checkpoint and batch are missing: they must be read from the feed. */
class Gap extends Error {}

/** How a consumer classifies the events of a batch. */
interface Sorted {
  readonly handled: readonly Envelope[];
  readonly parked: readonly { readonly envelope: Envelope; readonly why: unknown }[];
  readonly unknown: number;
}

/**
 * Reads a log to its head from the owner's feed, then what the bus brings: at or below the
 * checkpoint is a duplicate, the next one is handled, more is a gap and is read from the feed.
 * Failures that pass by themselves are waited out; an event that fails five times alone is parked
 * with all later ones of its ordering key, and the rest goes on.
 * Source: docs/design/architecture.md#consumers.
 */
export class Consumer {
  /** Events skipped so far because this code does not know their type. */
  skippedUnknown = 0;
  private unsubscribe: Unsubscribe | undefined;
  private ended = false;
  private logId: string | undefined;
  private catchingUp: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();
  /** The checkpoint as last read here; another process of the service may have moved it. */
  private reached = 0;
  /** The log's head as its owner announced it; undefined before the first announcement. */
  private announcedUpTo: number | undefined;
  private looking: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  /** Since when its events cannot be handled, in `performance.now()`; undefined while they can. */
  private waitingSince: number | undefined;

  constructor(
    readonly definition: ConsumerDefinition,
    private readonly dependencies: ConsumerDependencies,
  ) {}

  /** Subscribes, then catches up with the head that the feed has at that time. */
  async start(): Promise<void> {
    const { name, source } = this.definition;
    const subscribed = await this.retryUntilStopped(() =>
      this.dependencies.bus.subscribe(`${this.dependencies.service}.${name}`, source, (envelopes) =>
        this.take(envelopes),
      ),
    );
    this.unsubscribe = subscribed;
    // Stopped while subscribing: stop() found nothing to unsubscribe.
    if (this.ended) await subscribed?.();
    else await this.catchUp();
  }

  /** Finishes the current batch; the next start reads later events. */
  async stop(): Promise<void> {
    this.ended = true;
    clearTimeout(this.looking);
    this.stopping.abort();
    await this.unsubscribe?.();
    await this.catchingUp;
    await this.turn;
  }

  /** Whether its events could not be handled for ten seconds because a dependency is away. */
  get isStuck(): boolean {
    return this.waitingSince !== undefined && performance.now() - this.waitingSince > stuckMs;
  }

  /** The position up to which all events of this log were handled or parked. */
  async position(logId: string): Promise<number> {
    const [row] = await this.dependencies.database.query<{ position: number }>(read, [this.definition.name, logId]);
    return row?.position ?? 0;
  }

  /** Reads the owner's feed to its head; concurrent callers share one run. */
  catchUp(): Promise<void> {
    this.catchingUp ??= this.readFeed().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  /**
   * Notes the head that the log's owner announced. Events that the bus does not deliver soon after
   * are read from the feed: a Kafka group that lost its reader gets nothing until Kafka notices.
   */
  noteAnnounced(upTo: number): void {
    this.announcedUpTo = upTo;
    if (this.ended || this.looking || this.catchingUp || this.logId === undefined || upTo <= this.reached) return;
    this.looking = setTimeout(() => {
      this.looking = undefined;
      this.look(upTo).catch((failure: unknown) => this.logRetry(failure));
    }, overdueMs);
    this.looking.unref();
  }

  /** Announced events that no process has handled yet; undefined before an announcement. */
  async lag(): Promise<number | undefined> {
    if (this.announcedUpTo === undefined || this.logId === undefined) return undefined;
    const announced = this.announcedUpTo;
    return Math.max(0, announced - (await this.position(this.logId)));
  }

  private async look(upTo: number): Promise<void> {
    if (this.ended || this.logId === undefined) return;
    this.reached = await this.position(this.logId);
    if (this.reached < upTo) await this.catchUp();
  }

  /** Handles events from the bus, which may have gaps, duplicates and events of another log. */
  private async take(envelopes: readonly Envelope[]): Promise<void> {
    for (const batch of unbrokenRuns(envelopes)) {
      // The log's id is checked first: the first events of another log would follow a missing
      // checkpoint. Checked again after catching up, because a catchUp that was nearly done may
      // have missed the events before this batch.
      for (let pauseMs = 0; !this.ended && !(this.isServed(batch) && (await this.joins(batch))); pauseMs = 100) {
        await this.pause(pauseMs);
        await this.catchUp();
        if (!this.isServed(batch)) {
          this.dependencies.logger.warn({ consumer: this.definition.name }, 'events of an old log, ignored');
          break;
        }
      }
    }
  }

  private isServed([first]: readonly Envelope[]): boolean {
    return first?.logId === this.logId;
  }

  /** Handles the batch; returns false if events before it are missing. */
  private async joins(batch: readonly Envelope[]): Promise<boolean> {
    try {
      await this.inTurn(() => this.handle(batch));
      return true;
    } catch (failure) {
      if (failure instanceof Gap) return false;
      throw failure;
    }
  }

  private async readFeed(): Promise<void> {
    let after: number | undefined;
    while (!this.ended) {
      const feed = await this.retryUntilStopped(async () => {
        if (after === undefined) {
          this.logId = (await this.dependencies.feed(0, 1)).logId;
          after = await this.position(this.logId);
        }
        return this.dependencies.feed(after, batchSize);
      });
      const last = feed?.envelopes.at(-1);
      if (!feed || !last) return;
      // A gap here means that the checkpoint was moved back: it is read again.
      after = (await this.joins(feed.envelopes)) ? last.position : undefined;
    }
  }

  /**
   * One batch at a time in this process; the checkpoint's row lock does the same across processes.
   */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async handle(envelopes: readonly Envelope[]): Promise<void> {
    const { logger } = this.dependencies;
    try {
      await this.retryUntilStopped(() => this.transact(envelopes), isPassing);
    } catch (failure) {
      if (failure instanceof Gap) throw failure;
      logger.warn({ err: failure, consumer: this.definition.name }, 'batch failed, retrying its events one by one');
      for (const envelope of envelopes) await this.handleAlone(envelope);
    }
  }

  private async handleAlone(envelope: Envelope): Promise<void> {
    let last: unknown;
    for (let attempt = 0; attempt < attemptsBeforeParking; attempt++) {
      try {
        await this.retryUntilStopped(() => this.transact([envelope]), isPassing);
        return;
      } catch (failure) {
        if (failure instanceof Gap) throw failure;
        last = failure;
      }
    }
    const { name } = this.definition;
    this.dependencies.logger.error(
      {
        err: last,
        consumer: name,
        correlationId: envelope.meta.correlationId,
        position: envelope.position,
        type: envelope.type,
      },
      'event parked, see npm run dead-letters',
    );
    await this.retryUntilStopped(
      () => this.transact([envelope], { why: last }),
      (failure) => !(failure instanceof Gap),
    );
  }

  /** Tables, dead letters and checkpoint change in one transaction, under the checkpoint's lock. */
  private async transact(envelopes: readonly Envelope[], parkAs?: { readonly why: unknown }): Promise<void> {
    const { definition, dependencies } = this;
    const logId = envelopes[0]?.logId;
    if (logId === undefined) return;
    const began = Date.now();
    this.waitingSince ??= performance.now();
    if (definition.before && !parkAs) {
      const next = after(await this.position(logId), envelopes);
      await this.awaitReadTables(next);
      const { handled } = this.sort(next, await heldKeys(dependencies.database, definition));
      if (handled.length > 0) await definition.before(handled);
    }
    let unknown = 0;
    let taken: readonly Envelope[] = [];
    await dependencies.database.transaction(async (tx) => {
      let [row] = await tx.query<{ position: number }>(lock, [definition.name, logId]);
      if (!row) {
        await tx.query(begin, [definition.name, logId]);
        [row] = await tx.query<{ position: number }>(lock, [definition.name, logId]);
      }
      const next = after(row?.position ?? 0, envelopes);
      const last = next.at(-1);
      if (!last) return;
      const sorted = this.sort(next, await heldKeys(tx, definition), parkAs);
      unknown = sorted.unknown;
      taken = sorted.handled;
      for (const { envelope, why } of sorted.parked) await park(tx, definition.name, envelope, why);
      if (sorted.handled.length > 0) await definition.handle(sorted.handled, tx);
      await tx.query(move, [definition.name, logId, last.position]);
      if (logId === this.logId) this.reached = last.position;
    });
    this.waitingSince = undefined;
    this.skippedUnknown += unknown;
    logEvents(dependencies.logger, taken, 'applied', { consumer: definition.name });
    traceHandled(taken, dependencies.service, definition.name, began);
  }

  /** @throws {DomainError} `service.unavailable` until the tables it reads are up to date */
  private async awaitReadTables(envelopes: readonly Envelope[]): Promise<void> {
    const last = envelopes.at(-1);
    if (this.definition.behind === undefined || !last) return;
    const deadline = performance.now() + limits.positionWaitMs;
    const values = [this.definition.behind, last.logId];
    for (;;) {
      const [row] = await this.dependencies.database.query<{ position: number }>(read, values);
      if ((row?.position ?? 0) >= last.position) return;
      if (this.ended || performance.now() > deadline) throw unavailable();
      await this.pause(readTablesMs);
    }
  }

  private sort(envelopes: readonly Envelope[], held: Set<string>, parkAs?: { readonly why: unknown }): Sorted {
    const { types } = this.dependencies;
    const handled: Envelope[] = [];
    const parked: { envelope: Envelope; why: unknown }[] = [];
    let unknown = 0;
    for (const envelope of envelopes) {
      const reading = readingOf(types, envelope);
      if (parkAs) parked.push({ envelope, why: parkAs.why });
      else if (held.has(envelope.orderingKey))
        parked.push({ envelope, why: 'waits behind an earlier event of its key' });
      else if (reading === 'unknownType') unknown++;
      else if (reading === 'newerVersion') {
        held.add(envelope.orderingKey);
        parked.push({ envelope, why: `schema version ${envelope.schemaVersion} is newer than this program` });
      } else handled.push(upcast(types, envelope));
    }
    return { handled, parked, unknown };
  }

  /**
   * Retries transient failures with growing pauses until it works or the consumer is stopped; by
   * default every failure counts as transient. Returns undefined only when stopped.
   */
  private async retryUntilStopped<Result>(
    work: () => Promise<Result>,
    passes: (failure: unknown) => boolean = () => true,
  ): Promise<Result | undefined> {
    for (let pauseMs = 50; !this.ended; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        return await work();
      } catch (failure) {
        if (!passes(failure)) throw failure;
        if (this.ended) return undefined;
        this.logRetry(failure);
        await this.pause(pauseMs);
      }
    }
    return undefined;
  }

  private logRetry(err: unknown): void {
    this.dependencies.logger.warn({ err, consumer: this.definition.name }, 'dependency unavailable, retrying');
  }

  private async pause(pauseMs: number): Promise<void> {
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** The events above a position. @throws {Gap} when the first of them is not the next one */
function after(position: number, envelopes: readonly Envelope[]): readonly Envelope[] {
  const next = envelopes.filter((envelope) => envelope.position > position);
  if (next[0] && next[0].position > position + 1) throw new Gap();
  return next;
}

/** Splits a batch wherever an event does not follow the one before in the same log. */
function unbrokenRuns(envelopes: readonly Envelope[]): Envelope[][] {
  const runs: Envelope[][] = [];
  let last: Envelope | undefined;
  for (const envelope of envelopes) {
    const run = runs.at(-1);
    const follows = last?.logId === envelope.logId && envelope.position === last.position + 1;
    if (run && follows && run.length < batchSize) run.push(envelope);
    else runs.push([envelope]);
    last = envelope;
  }
  return runs;
}

/** Only failures caused by the event itself may park it; all others are retried. */
function isPassing(failure: unknown): boolean {
  return !(failure instanceof Gap) && !isLasting(failure);
}
