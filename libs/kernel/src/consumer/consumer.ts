import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Bus, Unsubscribe } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import type { ReadFeed } from '../log/feed.ts';
import type { ConsumerDefinition } from './consumer-part.ts';
import { Gap, type PartDependencies, PartRunner } from './part-runner.ts';
import { pause } from '../process/pause.ts';

/** The services that a consumer uses. */
export interface ConsumerDependencies {
  /** The service that reads; part of the reader's name on the bus. */
  readonly service: Source;
  readonly database: Database;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** The owner's log by position; over RPC if the owner is another service. */
  readonly feed: ReadFeed;
  readonly types: EventTypes;
  readonly logger: Logger;
  /** Whether this process leads its service: it waits for no other one; absent if it does. */
  readonly leads?: () => boolean;
  /** Called whenever a part has handled or skipped events, with the position reached. */
  readonly onReached?: (part: PartRunner) => void;
  /**
   * Called with true as soon as the database may have lost what was handled last, and with false
   * once that is handled again.
   */
  readonly onDoubt?: (inDoubt: boolean) => void;
  /** For how long skipped events are only known in memory, in milliseconds; absent for a second. */
  readonly storeMs?: number;
}

/** The most events read from the feed at once, and handled in one transaction. */
const batchSize = 500;

/**
 * For how long a checkpoint behind skipped events is only known in memory, in milliseconds. A
 * process that takes over, or starts after a crash, reads these events again, and skips them.
 */
const storeMs = 1_000;

/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 5_000;

/** How long the bus may take to deliver an event after its owner announced it, in milliseconds. */
const overdueMs = 1_500;

/**
 * Reads a log to its head from the owner's feed, then takes events from the bus: those at or below
 * the checkpoint are duplicates, the next one is handled, and a higher one reveals a gap, which is
 * read from the feed. Each batch goes through all parts, one after the other. Each part has a
 * checkpoint of its own, because only the leader runs policies; the feed is read from the lowest.
 * Source: docs/design/architecture.md#consumers.
 */
export class Consumer {
  /** In the order in which they handle a batch. */
  readonly parts: readonly PartRunner[];
  private unsubscribe: Unsubscribe | undefined;
  private ended = false;
  private logId: string | undefined;
  private catchingUp: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();
  /** The log's head as its owner announced it; undefined before the first announcement. */
  private announcedUpTo: number | undefined;
  private looking: NodeJS.Timeout | undefined;
  private storing: NodeJS.Timeout | undefined;
  /** How often a connection was lost; 0 while there is no doubt. */
  private doubts = 0;
  private stopListening: (() => void) | undefined;
  private readonly stopping = new AbortController();
  private readonly failures: RepeatedFailures;

  constructor(
    readonly definition: ConsumerDefinition,
    private readonly dependencies: ConsumerDependencies,
  ) {
    this.failures = new RepeatedFailures(dependencies.logger);
    this.parts = definition.parts.map((part, index) => {
      const earlier = definition.parts.slice(0, index).map(({ name }) => name);
      const retry: PartDependencies['retry'] = (work, passes) => this.retryUntilStopped(work, passes);
      const onReached = (runner: PartRunner): void => {
        dependencies.onReached?.(runner);
        if (runner.isAhead) this.storeSoon();
      };
      const { leads = () => true } = dependencies;
      const pause = (pauseMs: number): Promise<void> => this.pause(pauseMs);
      const { signal: stopping } = this.stopping;
      return new PartRunner(part, { ...dependencies, earlier, leads, stopping, pause, retry, onReached });
    });
  }

  /** Subscribes, then catches up with the head that the feed has at that time. */
  async start(): Promise<void> {
    const { bus, service } = this.dependencies;
    const { source } = this.definition;
    const subscribed = await this.retryUntilStopped(() =>
      bus.subscribe(`${service}.${source}`, source, (envelopes) => this.take(envelopes)),
    );
    this.unsubscribe = subscribed;
    this.stopListening = this.dependencies.database.onLost(() => this.doubt());
    // Stopped while subscribing: stop() found nothing to unsubscribe.
    if (this.ended) await subscribed?.();
    else await this.catchUp();
  }

  /** Finishes the current batch, of a policy the command in hand; the next start does the rest. */
  async stop(): Promise<void> {
    this.ended = true;
    this.stopListening?.();
    clearTimeout(this.looking);
    this.stopping.abort();
    await this.unsubscribe?.();
    await this.catchingUp;
    await this.turn;
    clearTimeout(this.storing);
    // If the database is away, the next start skips these events again.
    await this.store().catch((failure: unknown) => this.logRetry(failure));
  }

  /** Whether a part has waited for ten seconds for something that its events need. */
  get isStuck(): boolean {
    return this.parts.some((part) => part.isStuck);
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
    if (this.ended || this.looking || this.catchingUp || this.logId === undefined) return;
    if (this.running().every((part) => part.reached >= upTo)) return;
    this.looking = setTimeout(() => {
      this.looking = undefined;
      this.look(upTo).catch((failure: unknown) => this.logRetry(failure));
    }, overdueMs);
    this.looking.unref();
  }

  /** Announced events that no process has handled yet; undefined before an announcement. */
  async lagOf(part: PartRunner): Promise<number | undefined> {
    if (this.announcedUpTo === undefined || this.logId === undefined) return undefined;
    const announced = this.announcedUpTo;
    return Math.max(0, announced - (await part.position(this.logId)));
  }

  /**
   * Parts commit without waiting for the disk: if PostgreSQL has crashed, the last events are read
   * from the feed again.
   */
  private doubt(): void {
    for (const part of this.parts) part.forget();
    this.doubts += 1;
    if (this.doubts > 1 || this.ended) return;
    this.dependencies.onDoubt?.(true);
    const settle = async (): Promise<void> => {
      for (let doubts = 0; doubts !== this.doubts && !this.ended;) {
        doubts = this.doubts;
        // One that began before may be behind these events.
        await this.catchingUp;
        await this.catchUp();
      }
      this.doubts = 0;
      if (!this.ended) this.dependencies.onDoubt?.(false);
    };
    settle().catch((failure: unknown) => this.logRetry(failure));
  }

  private storeSoon(pauseMs = this.dependencies.storeMs ?? storeMs): void {
    if (this.ended) return;
    this.storing ??= setTimeout(() => {
      this.storing = undefined;
      this.store().catch((failure: unknown) => {
        this.logRetry(failure);
        this.storeSoon(Math.min(pauseMs * 2, longestPauseMs));
      });
    }, pauseMs);
    this.storing.unref();
  }

  /** Writes the checkpoints behind skipped events; what one of them was moved back to is read. */
  private async store(): Promise<void> {
    const areKept = await Promise.all(this.parts.map((part) => part.store()));
    if (areKept.includes(false) && !this.ended) await this.catchUp();
  }

  private async look(upTo: number): Promise<void> {
    if (this.ended || this.logId === undefined) return;
    if ((await this.locate(this.logId)) < upTo) await this.catchUp();
  }

  /** The parts that run in this process now. */
  private running(): readonly PartRunner[] {
    return this.parts.filter((part) => part.runs);
  }

  /** The lowest checkpoint of the parts that run here; infinite if none does. */
  private async locate(logId: string): Promise<number> {
    return Math.min(...(await Promise.all(this.running().map((part) => part.locate(logId)))));
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
          this.dependencies.logger.warn({ source: this.definition.source }, 'events of an old log, ignored');
          break;
        }
      }
    }
  }

  private isServed([first]: readonly Envelope[]): boolean {
    return first?.logId === this.logId;
  }

  /** Handles the batch with all parts; returns false if events before it are missing. */
  private async joins(batch: readonly Envelope[]): Promise<boolean> {
    try {
      await this.inTurn(async () => {
        for (const part of this.running()) await part.handle(batch);
      });
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
          after = await this.locate(this.logId);
        }
        return after === Infinity ? undefined : this.dependencies.feed(after, batchSize);
      });
      const last = feed?.envelopes.at(-1);
      if (!feed || !last) break;
      // A gap here means that the checkpoint was moved back: it is read again.
      after = (await this.joins(feed.envelopes)) ? last.position : undefined;
    }
    await this.retryUntilStopped(() => Promise.all(this.parts.map((part) => part.store())));
  }

  /**
   * One batch at a time in this process; the checkpoint's row lock does the same across processes.
   */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Retries transient failures with growing pauses until it works or the consumer is stopped; by
   * default every failure counts as transient. Returns undefined only when stopped.
   */
  private async retryUntilStopped<Result>(
    work: () => Promise<Result>,
    passes: (failure: unknown) => boolean = () => true,
  ): Promise<Result | undefined> {
    for (let pauseMs = 50; !this.ended; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
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

  private logRetry(failure: unknown): void {
    this.failures.warn(failure, 'dependency unavailable, retrying', { source: this.definition.source });
  }

  private async pause(pauseMs: number): Promise<void> {
    if (pauseMs > 0) await pause(pauseMs, this.stopping.signal);
  }
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
