import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Database } from '../database/database.ts';
import { isLasting } from '../database/failures.ts';
import { queryRepeatable } from '../database/query-repeatable.ts';
import { type Logger, logEvents } from '../logging/logger.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { readingOf, upcast } from '../log/event-catalogue.ts';
import { traceHandled } from '../tracing/handled-events.ts';
import * as checkpoints from './checkpoints.ts';
import type { ConsumerPart } from './consumer-part.ts';
import { heldKeys, keysOf, park, selectHeldKeys } from './dead-letters.ts';

/** What a part needs of its consumer. */
export interface PartDependencies {
  readonly service: Source;
  readonly database: Database;
  readonly types: EventTypes;
  readonly logger: Logger;
  /** Whether this process leads its service. */
  readonly leads: () => boolean;
  /** Aborted once the consumer is stopped. */
  readonly stopping: AbortSignal;
  /** Waits, but not while the consumer is stopped. */
  readonly pause: (pauseMs: number) => Promise<void>;
  /** Names of the parts before this one: what they have parked is parked here too. */
  readonly earlier: readonly string[];
  /** Called whenever it has handled or skipped events, with the position reached. */
  readonly onReached: (part: PartRunner) => void;
  /**
   * Retries failures that `passes` accepts until it works; returns undefined only when the consumer
   * was stopped.
   */
  readonly retry: <Result>(
    work: () => Promise<Result>,
    passes: (failure: unknown) => boolean,
  ) => Promise<Result | undefined>;
}

/** How often an event is tried before it is parked. */
export const attemptsBeforeParking = 5;

/** For how long a policy that cannot go on holds up the views, in milliseconds. */
const patienceMs = 1_000;

/** How long a process waits for the one that handled the events before, in milliseconds. */
const othersMs = 50;

/** For how long such a policy is then left out, in milliseconds. */
const restMs = 5_000;

/** After how long without progress a part counts as stuck, in milliseconds. */
const stuckMs = 10_000;

/** Events between checkpoint and batch are missing: they must be read from the feed. */
export class Gap extends Error {}

/** How the events of a batch are classified; events of an unknown type are skipped. */
interface Sorted {
  readonly handled: readonly Envelope[];
  readonly parked: readonly { readonly envelope: Envelope; readonly why: unknown }[];
}

/** The result of a transaction: what was handled, and the checkpoint. */
interface Transacted extends Omit<Known, 'logId'> {
  readonly handled: readonly Envelope[];
  /** Absent if there was nothing to do, or if it is there already. */
  readonly movesTo?: number;
}

/** What this process knows of a part's checkpoint in a log. */
interface Known {
  readonly logId: string;
  /** The stored checkpoint as last seen here; another process of the service may have moved it. */
  readonly stored: number;
  /** Nothing in the log after `stored`, up to here, concerns the part. */
  readonly reached: number;
}

/**
 * Handles batches of a log with one part: its tables and checkpoint change in one transaction.
 * Events that do not concern the part are only noted in memory; `store` writes that down later.
 */
export class PartRunner {
  private known: Known | undefined;
  private readonly handles: ReadonlySet<string> | undefined;
  /** Of the parts whose dead letters matter to this one: those before it, and itself. */
  private readonly names: readonly string[];
  /** Until when it is left out, in `performance.now()`. */
  private restsUntil = 0;
  /** Whether another process handled the last batch: it probably handles the next one, too. */
  private othersHandle = false;
  /** Since when its events cannot be handled, in `performance.now()`; undefined while they can. */
  private waitingSince: number | undefined;

  constructor(
    private readonly part: ConsumerPart,
    private readonly dependencies: PartDependencies,
  ) {
    this.handles = part.handles && new Set(part.handles);
    this.names = [...dependencies.earlier, part.name];
  }

  get name(): string {
    return this.part.name;
  }

  /** The position up to which all events are known here to be handled, parked or skipped. */
  get reached(): number {
    return this.known?.reached ?? 0;
  }

  /** Whether events were skipped behind which the checkpoint is not written yet. */
  get isAhead(): boolean {
    return this.known !== undefined && this.known.reached > this.known.stored;
  }

  /** Whether this process runs it now. */
  get runs(): boolean {
    return performance.now() >= this.restsUntil && (this.part.runs?.() ?? true);
  }

  /**
   * Whether its events could not be handled here for ten seconds because a dependency is away.
   * Where it no longer runs, nothing waits for them.
   */
  get isStuck(): boolean {
    if (this.part.runs?.() === false) return false;
    return this.waitingSince !== undefined && performance.now() - this.waitingSince > stuckMs;
  }

  /** The position up to which all events of this log were handled, parked or skipped. */
  async position(logId: string): Promise<number> {
    return this.after(logId, await this.read(logId));
  }

  /** Reads `reached` anew, for the log that is served now. */
  async locate(logId: string): Promise<number> {
    const stored = await this.read(logId);
    this.know({ logId, stored, reached: this.after(logId, stored) });
    return this.reached;
  }

  /**
   * Writes the checkpoint behind events that were skipped. Returns false if it was moved back
   * meanwhile, so that the events after it must be read again.
   */
  async store(): Promise<boolean> {
    const { known, name } = this;
    if (!known || known.reached === known.stored) return true;
    const { logId, stored, reached } = known;
    const { database } = this.dependencies;
    if (stored === 0) await database.query(checkpoints.begin, [name, logId]);
    const values = [name, logId, stored, reached];
    const [found] = await queryRepeatable<{ position: number }>(database, { statement: checkpoints.skip, values });
    const isKept = found !== undefined && found.position >= stored;
    // Unless it has handled something since.
    if (this.known?.logId === logId && this.known.stored === stored)
      this.known = isKept ? { ...this.known, stored: reached } : undefined;
    return isKept;
  }

  /** The stored checkpoint may not be what it was: it is read before the next event. */
  forget(): void {
    this.known = undefined;
  }

  private async read(logId: string): Promise<number> {
    const [row] = await this.dependencies.database.query<{ position: number }>(checkpoints.read, [this.name, logId]);
    return row?.position ?? 0;
  }

  /** The position reached, given the stored one: what was skipped counts unless that moved back. */
  private after(logId: string, stored: number): number {
    const { known } = this;
    return known && known.logId === logId && known.stored <= stored ? Math.max(stored, known.reached) : stored;
  }

  private know(known: Known): void {
    // Another process may have handled what waited here.
    if (known.reached > this.reached) this.waitingSince = undefined;
    this.known = known;
    this.dependencies.onReached(this);
  }

  /** Whether this batch needs no transaction: all of it is skipped, or was handled before. */
  private skips(envelopes: readonly Envelope[]): boolean {
    const { known } = this;
    if (!known || envelopes[0]?.logId !== known.logId) return false;
    const next = envelopes.filter(({ position }) => position > known.reached);
    const [first] = next;
    const last = next.at(-1);
    if (!first || !last) {
      this.waitingSince = undefined;
      return true;
    }
    if (first.position > known.reached + 1 || next.some((envelope) => this.concerns(envelope))) return false;
    this.know({ ...known, reached: last.position });
    return true;
  }

  /** A newer version may mean something that this program cannot know: it is parked. */
  private concerns(envelope: Envelope): boolean {
    const { types } = this.dependencies;
    const reading = readingOf(types, envelope);
    if (reading !== 'known') return reading === 'newerVersion' || !this.handles;
    if (this.handles && !this.handles.has(envelope.type)) return false;
    try {
      return this.part.concerns?.(upcast(types, envelope)) ?? true;
    } catch {
      // It fails again when it is handled, and is parked then.
      return true;
    }
  }

  /**
   * The checkpoint as this process knows it, if the batch follows it without a gap and has
   * something new; otherwise it has to be read.
   */
  private storedBefore(logId: string, envelopes: readonly Envelope[]): number | undefined {
    const { known } = this;
    if (known?.logId !== logId) return undefined;
    const next = envelopes.find(({ position }) => position > known.reached);
    return next?.position === known.reached + 1 ? known.stored : undefined;
  }

  /**
   * Handles the events above the checkpoint. Failures that pass by themselves are waited out, or
   * make a policy rest; an event that fails five times alone is parked with all later ones of its
   * ordering key.
   * @throws {Gap} when events before them are missing
   */
  async handle(envelopes: readonly Envelope[]): Promise<void> {
    if (this.skips(envelopes) || (await this.isHandledElsewhere(envelopes))) return;
    const { logger, retry } = this.dependencies;
    const passes = this.patience();
    try {
      await retry(() => this.transact(envelopes), passes).catch(async (failure: unknown) => {
        if (failure instanceof Gap || isPassing(failure)) throw failure;
        logger.warn({ err: failure, consumer: this.name }, 'batch failed, retrying its events one by one');
        for (const envelope of envelopes) await this.handleAlone(envelope, passes);
      });
    } catch (failure) {
      if (failure instanceof Gap) this.waitingSince = undefined;
      if (!isPassing(failure)) throw failure;
      logger.warn({ err: failure, consumer: this.name }, 'dependency unavailable, left out for now');
      this.restsUntil = performance.now() + restMs;
    }
  }

  /**
   * Processes of a service read the same events. All but one would find the checkpoint moved, each
   * at the price of a transaction that waits for that one: so they look after a while instead.
   */
  private async isHandledElsewhere(envelopes: readonly Envelope[]): Promise<boolean> {
    const { leads, logger, pause } = this.dependencies;
    const [first] = envelopes;
    if (!first || !this.othersHandle || leads()) return false;
    await pause(othersMs);
    try {
      await this.locate(first.logId);
    } catch (failure) {
      logger.warn({ err: failure, consumer: this.name }, 'checkpoint not read, handling the events here');
    }
    return this.skips(envelopes);
  }

  /** Which failures are waited out: of a policy only those of the first moment. */
  private patience(): (failure: unknown) => boolean {
    if (!this.part.runs) return isPassing;
    const deadline = performance.now() + patienceMs;
    return (failure) => isPassing(failure) && performance.now() < deadline;
  }

  private async handleAlone(envelope: Envelope, passes: (failure: unknown) => boolean): Promise<void> {
    const { logger, retry } = this.dependencies;
    let last: unknown;
    for (let attempt = 0; attempt < attemptsBeforeParking; attempt++) {
      try {
        await retry(() => this.transact([envelope]), passes);
        return;
      } catch (failure) {
        if (failure instanceof Gap || isPassing(failure)) throw failure;
        last = failure;
      }
    }
    logger.error(
      {
        err: last,
        consumer: this.name,
        correlationId: envelope.meta.correlationId,
        position: envelope.position,
        type: envelope.type,
      },
      'event parked, see npm run dead-letters',
    );
    await retry(
      () => this.transact([envelope], { why: last }),
      (failure) => !(failure instanceof Gap),
    );
  }

  /** Tables, dead letters and checkpoint change in one transaction, under the checkpoint's lock. */
  private async transact(given: readonly Envelope[], parkAs?: { readonly why: unknown }): Promise<void> {
    const { names, part, dependencies } = this;
    const { database, logger, service } = dependencies;
    const began = Date.now();
    this.waitingSince ??= performance.now();
    const envelopes = parkAs ? given : await this.beforehand(given);
    const logId = envelopes[0]?.logId;
    if (logId === undefined) return;
    const expected = this.storedBefore(logId, envelopes);
    const { handled, ...checkpoint } = await database.transaction<Transacted>(
      async (tx, [found, held]) => {
        let [row] = found as { position: number }[]; // the answer of the first statement below
        let keys = keysOf(held);
        const isMoved = expected !== undefined && row !== undefined;
        if (!row) {
          if (!expected) await tx.query(checkpoints.begin, [part.name, logId]);
          [row] = await tx.query<{ position: number }>(checkpoints.lock, [part.name, logId]);
          // As `Gap`: it was there, and is not any more.
          if (!row) throw new Gap();
          // Another process may have moved it, and parked something.
          keys = await heldKeys(tx, names);
        }
        const stored = isMoved ? expected : (row?.position ?? 0);
        const reached = this.after(logId, stored);
        const next = after(reached, envelopes);
        const last = next.at(-1);
        this.othersHandle = !last;
        if (!last) return { handled: [], stored, reached };
        const sorted = this.sort(next, keys, parkAs);
        for (const { envelope, why } of sorted.parked) await park(tx, part.name, envelope, why);
        if (sorted.handled.length > 0) await part.handle(sorted.handled, tx);
        const { position } = last;
        return { handled: sorted.handled, stored: position, reached: position, ...(!isMoved && { movesTo: position }) };
      },
      {
        opening: [
          expected === undefined
            ? { statement: checkpoints.lock, values: [part.name, logId] }
            : { statement: checkpoints.advance, values: [part.name, logId, expected, envelopes.at(-1)?.position] },
          { statement: selectHeldKeys, values: [names] },
        ],
        closing: ({ movesTo }) =>
          movesTo === undefined ? undefined : { statement: checkpoints.move, values: [part.name, logId, movesTo] },
        plans: 'kept',
        repeatable: true,
      },
    );
    this.know({ logId, stored: checkpoint.stored, reached: checkpoint.reached });
    this.waitingSince = undefined;
    logEvents(logger, handled, 'applied', { consumer: part.name });
    traceHandled(handled, service, part.name, began);
  }

  /** Does the part's work before the transaction; returns the events up to which it is done. */
  private async beforehand(envelopes: readonly Envelope[]): Promise<readonly Envelope[]> {
    const { names, part } = this;
    const { database, stopping } = this.dependencies;
    const logId = envelopes[0]?.logId;
    if (!part.before || logId === undefined) return envelopes;
    // One that was moved elsewhere meanwhile costs a repetition, which changes nothing.
    const isNext = this.storedBefore(logId, envelopes) !== undefined;
    const next = after(isNext ? this.reached : await this.position(logId), envelopes);
    const { handled } = this.sort(next, await heldKeys(database, names));
    const undone = handled.length > 0 ? handled[await part.before(handled, stopping)] : undefined;
    return undone ? envelopes.filter(({ position }) => position < undone.position) : envelopes;
  }

  private sort(envelopes: readonly Envelope[], held: Set<string>, parkAs?: { readonly why: unknown }): Sorted {
    const { types } = this.dependencies;
    const handled: Envelope[] = [];
    const parked: { envelope: Envelope; why: unknown }[] = [];
    for (const envelope of envelopes) {
      const reading = readingOf(types, envelope);
      if (parkAs) parked.push({ envelope, why: parkAs.why });
      else if (held.has(envelope.orderingKey))
        parked.push({ envelope, why: 'waits behind an earlier event of its key' });
      else if (reading === 'newerVersion') {
        held.add(envelope.orderingKey);
        parked.push({ envelope, why: `schema version ${envelope.schemaVersion} is newer than this program` });
      } else if (reading === 'known') handled.push(upcast(types, envelope));
    }
    return { handled, parked };
  }
}

/** The events above a position. @throws {Gap} when the first of them is not the next one */
function after(position: number, envelopes: readonly Envelope[]): readonly Envelope[] {
  const next = envelopes.filter((envelope) => envelope.position > position);
  if (next[0] && next[0].position > position + 1) throw new Gap();
  return next;
}

/** Only failures caused by the event itself may park it; all others are retried. */
function isPassing(failure: unknown): boolean {
  return !(failure instanceof Gap) && !isLasting(failure);
}
