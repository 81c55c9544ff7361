import type { Envelope, Source } from '@parlour/contracts/envelope';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import type { Database } from '../database/database.ts';
import { asRefusal, isBlocked, isTransient, UnknownOutcome } from '../database/failures.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { View } from '../view/view.ts';
import { appendedBatches } from '../metrics/metrics.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import type { Append, AppendOutcome, LogHead } from './append.ts';
import { isOutrun, prepareAlone } from './append-alone.ts';
import { prepareBatch, ReservationRace, type WrittenBatch } from './append-batch.ts';
import { readFeed } from './feed.ts';

/** Called with every batch that this process committed, in order of position. */
export type CommitListener = (envelopes: readonly Envelope[]) => void;

interface Pending {
  readonly append: Append;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (failure: unknown) => void;
}

/** The most commands in one transaction: beyond it latency grows and throughput does not. */
const batchSize = 100;

const actorsRemembered = 10_000;

/** How long a failed write counts against health, in milliseconds, unless another is tried. */
const failedWriteMs = 30_000;

/**
 * The one writer of a service's log in this process. Commands that arrive together are appended by
 * one transaction, one at a time; an idle log writes at once. Positions are dense and in order of
 * commit, versions of a stream have no holes, a command is stored whole or not at all, and its read
 * models and reply are written in the same transaction.
 * Source: docs/design/architecture.md#appending.
 */
export class EventLog {
  private waiting: Pending[] = [];
  private running: Promise<void> | undefined;
  private readonly listeners = new Set<CommitListener>();
  /**
   * Actors whose names this process has already stored: most commands come from the same actors.
   */
  readonly knownActorIds = new Set<string>();
  /**
   * When the database last could not take an append, in `performance.now()`; undefined after one
   * that worked.
   */
  private failedAt: number | undefined;
  /** The log behind the last event that this process wrote. */
  private last: LogHead | undefined;
  private readonly failures: RepeatedFailures;

  constructor(
    readonly source: Source,
    readonly database: Database,
    readonly types: EventTypes,
    readonly views: readonly View[],
    private readonly logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger);
  }

  /**
   * False after an append that the database could not take, as with a full disk; reads may still
   * work.
   */
  get isWritable(): boolean {
    return this.failedAt === undefined || performance.now() - this.failedAt > failedWriteMs;
  }

  /**
   * Appends a decided command; resolves once it is committed or dropped.
   * @throws {DomainError} `service.unavailable` when the outcome is unknown: a retry with the same
   * key settles it; `session.ended` if the actor's account is deleted, `user.unknown` if another's
   */
  append(command: Append): Promise<AppendOutcome> {
    return new Promise((settle, fail) => {
      this.waiting.push({ append: command, settle, fail });
      this.running ??= this.run();
    });
  }

  /** How many commands wait for the batch in flight. */
  get queued(): number {
    return this.waiting.length;
  }

  /** Calls the listener with every batch that this process commits; returns how to unsubscribe. */
  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Committed events above `after`, in order. */
  read(after: number, limit: number): ReturnType<typeof readFeed> {
    return readFeed(this.source, this.types, this.database, after, limit);
  }

  /** Resolves once nothing is in flight. */
  async drain(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    // Commands of the same turn join the first batch.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.commit(this.takeBatch());
    // In the same turn as the check above: later commands start a new run.
    this.running = undefined;
  }

  /**
   * The next commands that do not conflict: no two share a stream, a reservation or a key, and none
   * has a guard that another writes.
   */
  private takeBatch(): Pending[] {
    const batch: Pending[] = [];
    const left: Pending[] = [];
    const written = new Set<string>();
    const read = new Set<string>();
    for (const [index, pending] of this.waiting.entries()) {
      if (batch.length === batchSize) {
        for (const later of this.waiting.slice(index)) left.push(later);
        break;
      }
      const { append: command } = pending;
      const writes = [`stream ${command.streamId}`];
      for (const reservation of command.reservations) writes.push(`name ${reservation.scope} ${reservation.key}`);
      if (command.key) writes.push(`key ${command.key.actor} ${command.key.route} ${command.key.key}`);
      const reads = command.guards.map((guard) => `stream ${guard.streamId}`);
      const clashes =
        writes.some((name) => written.has(name) || read.has(name)) || reads.some((name) => written.has(name));
      if (clashes) left.push(pending);
      else batch.push(pending);
      // A waiting command keeps its place before later commands of the same stream.
      for (const name of writes) written.add(name);
      if (!clashes) for (const name of reads) read.add(name);
    }
    this.waiting = left;
    return batch;
  }

  /**
   * Settles every command of the batch, whatever happens; never throws. Returns false if the
   * database cannot be written to right now.
   */
  private async commit(batch: readonly Pending[]): Promise<boolean> {
    let written: WrittenBatch;
    try {
      const appends = batch.map((pending) => pending.append);
      written = (await this.writeAlone(appends)) ?? (await this.write(appends));
    } catch (failure) {
      if (isTransient(failure)) this.failedAt = performance.now();
      return this.settleFailed(batch, failure);
    }
    this.failedAt = undefined;
    appendedBatches.observe({ service: this.source }, batch.length);
    if (this.knownActorIds.size > actorsRemembered) this.knownActorIds.clear();
    for (const { append } of batch) if (append.actor) this.knownActorIds.add(append.actor.id);
    const last = written.envelopes.at(-1);
    if (last) {
      this.last = { logId: last.logId, position: last.position };
      this.notifyListeners(written.envelopes);
    }
    batch.forEach((pending, index) => {
      const outcome = written.outcomes[index];
      if (outcome instanceof DomainError) pending.fail(outcome);
      else if (outcome) pending.settle(outcome);
    });
    return true;
  }

  private write(appends: readonly Append[]): Promise<WrittenBatch> {
    const prepared = prepareBatch(this, appends);
    return this.database.transaction((tx, opened) => prepared.finish(tx, opened), {
      opening: prepared.opening,
      closing: (result) => result.keepReplies,
      plans: 'kept',
    });
  }

  /**
   * Writes a command that comes alone, as long as nobody else writes: with the position that is
   * next as far as this process knows. If that is wrong, nothing is written and the result is
   * undefined, as for every other batch.
   */
  private async writeAlone([append, ...others]: readonly Append[]): Promise<WrittenBatch | undefined> {
    const alone = append && others.length === 0 ? prepareAlone(this, append, this.last) : undefined;
    if (!alone) return undefined;
    try {
      return await this.database.transaction(alone, {
        atOnce: true,
        closing: (result) => result.keepReplies,
        plans: 'kept',
      });
    } catch (failure) {
      if (isOutrun(failure)) return undefined;
      throw failure;
    }
  }

  private async settleFailed(batch: readonly Pending[], failure: unknown): Promise<boolean> {
    const [first, ...others] = batch;
    if (failure instanceof UnknownOutcome) {
      this.failures.warn(failure, 'a commit was not answered');
      for (const pending of batch) pending.fail(unavailable());
      return true;
    }
    if (first && others.length === 0) {
      // Decided again, the command finds the name taken, or free again.
      if (failure instanceof ReservationRace) first.settle({ status: 'moved' });
      else first.fail(asRefusal(failure));
      return !isBlocked(failure);
    }
    // Retried one by one: one bad value must not fail fifty good commands. But while the database
    // is away, each of fifty would wait for it in turn.
    this.failures.warn(failure, 'a batch failed; its commands are tried one by one');
    let writable = true;
    for (const pending of batch) {
      if (writable) writable = await this.commit([pending]);
      else pending.fail(unavailable());
    }
    return writable;
  }

  private notifyListeners(envelopes: readonly Envelope[]): void {
    for (const listener of this.listeners) {
      try {
        listener(envelopes);
      } catch (failure) {
        // The events are committed: the callers must be answered anyway.
        this.logger.error({ err: failure }, 'commit listener failed');
      }
    }
  }
}
