import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { EndedSession, LiveBatch, LiveMessage } from '@parlour/contracts/live';
import type { Bus } from '../bus/bus.ts';
import { statement, type Tx } from '../database/database.ts';
import { isLasting, isTooLong } from '../database/failures.ts';
import { queryRepeatable } from '../database/query-repeatable.ts';
import { type Logger, logEvents } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import type { EventLog } from './event-log.ts';
import type { Lease, Term } from './lease.ts';
import type { StateChanges } from './state-changes.ts';
import { pause } from '../process/pause.ts';

/** A service's live output for a batch of committed events. */
export interface LiveOutput {
  readonly liveMessages: readonly LiveMessage[];
  readonly endedSessions: readonly EndedSession[];
}

/**
 * Reads the rows that live messages show and decides who gets them; `events` are in order of
 * position. Its statements find rows by lists of keys: their plans are kept.
 */
export type MakeLive = (events: readonly Envelope[], reader: Tx) => Promise<LiveOutput>;

const readHead = statement('relay.head', 'select log_id, position, published from head');

// The first read of a term stores its epoch in the head: from then on earlier terms can advance
// nothing.
const claim = statement(
  'relay.claim',
  'update head set epoch = $1 where epoch <= $1 returning log_id, position, published',
);

const advance = statement(
  'relay.advance',
  'update head set published = greatest(published, $1), epoch = $2 where epoch <= $2 returning published',
);

interface HeadRow {
  readonly log_id: string;
  readonly position: number;
  readonly published: number;
}

/** The most events in one send. */
const batchSize = 500;

const noMessages: LiveOutput = { liveMessages: [], endedSessions: [] };

/** Times in milliseconds: how often a relay polls the log, and how often it sends a heartbeat. */
export interface RelayTimes {
  readonly pollMs: number;
  readonly heartbeatMs: number;
}

/**
 * How often by default.
 * Source: docs/design/architecture.md#the-relay;
 * docs/design/architecture.md#rights-of-another-service.
 */
const relayTimes: RelayTimes = { pollMs: 250, heartbeatMs: 1_000 };

/**
 * Publishes committed events in order of position, one send in flight: events and their live
 * messages together. Only the lease holder publishes, and every statement that stores its progress
 * carries its epoch, so a relay that was stopped and continued cannot interfere with its successor.
 */
export class Relay {
  /** The position up to which this process has published; undefined until the start is known. */
  private cursor: number | undefined;
  /**
   * The log's head as far as this process knows; what another one appended shows one send later at
   * most.
   */
  private head = 0;
  /** How far `published` is stored, and when it was, in `performance.now()`. */
  private stored = { position: 0, at: -Infinity };
  private logId = '';
  /** The term in which `cursor` was verified. */
  private begun: number | undefined;
  private fresh: Envelope[] = [];
  private woken = false;
  private wake: (() => void) | undefined;
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;
  private lastPublished = 0;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly source: Source,
    private readonly log: EventLog,
    private readonly lease: Lease,
    private readonly bus: Bus,
    private readonly live: MakeLive,
    private readonly logger: Logger,
    private readonly times: RelayTimes = relayTimes,
    private readonly states?: StateChanges,
  ) {
    this.failures = new RepeatedFailures(logger);
  }

  /**
   * Takes the lease if it is free, and leads from then on whenever it has it. With a bus that does
   * not outlive the process, everything committed after this resolved is published, even if the
   * lease comes later: consumers read the feed to its head after this, and not again then.
   */
  async start(): Promise<void> {
    if (!this.bus.durable) {
      const [head] = await this.log.database.query<HeadRow>(readHead);
      this.cursor = head?.position;
    }
    this.stopListening = this.log.onCommit((envelopes) => {
      this.noteHead(envelopes.at(-1)?.position ?? 0);
      // Only kept while leading, and bounded: events not in memory are read from the log.
      if (this.lease.term && this.fresh.length < 10 * batchSize) this.fresh.push(...envelopes);
      this.nudge();
    });
    await this.lease.start(() => this.nudge());
    this.running = this.run();
  }

  /** Wakes the relay: another process may have committed. */
  nudge(): void {
    this.woken = true;
    this.wake?.();
  }

  /** Whether this process publishes at the moment. */
  get isLeading(): boolean {
    return this.lease.term !== undefined;
  }

  /** How many committed events no process has published yet. */
  async lag(): Promise<number> {
    const [head] = await this.log.database.query<HeadRow>(readHead);
    if (!head) return 0;
    const own = this.isLeading ? (this.cursor ?? 0) : 0;
    const reached = this.bus.durable ? Math.max(head.published, own) : (this.cursor ?? head.position);
    return Math.max(0, head.position - reached);
  }

  /** Finishes the send in flight, then gives up the lease. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.stopListening?.();
    this.nudge();
    await this.running;
    const { term } = this.lease;
    // If the database is away, the next relay publishes the last events again.
    if (term) await this.store(term).catch(() => false);
    await this.lease.end();
  }

  private leads(term: Term): boolean {
    return !this.ending.signal.aborted && this.lease.term?.epoch === term.epoch;
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const { term } = this.lease;
      // A commit from here on wakes it once more.
      this.woken = false;
      try {
        if (!term || !(await this.send(term))) await this.rest();
      } catch (failure) {
        this.failures.warn(failure, 'events not published, retrying', { source: this.source });
        this.fresh = [];
        // Commits do not wake it here: each would be another query to an unavailable dependency.
        await pause(this.times.pollMs, this.ending.signal);
      }
    }
  }

  /**
   * A durable bus resumes where it was left, whoever left it; another one where this process was.
   * Returns the position, or undefined if a relay with a greater epoch has been here.
   */
  private async begin(term: Term): Promise<number | undefined> {
    if (this.begun === term.epoch && this.cursor !== undefined) return this.cursor;
    const [head] = await this.log.database.query<HeadRow>(claim, [term.epoch]);
    if (!head) return this.replaced(term);
    this.logId = head.log_id;
    this.begun = term.epoch;
    this.cursor = this.bus.durable ? head.published : (this.cursor ?? head.position);
    this.stored = { position: this.cursor, at: performance.now() };
    return this.cursor;
  }

  /**
   * Stores it once for all events of a poll's time: whoever continues after a crash publishes them
   * again, and what comes twice is dropped. Returns the same as `store`.
   */
  private async storeInTime(term: Term): Promise<boolean> {
    return performance.now() - this.stored.at < this.times.pollMs || this.store(term);
  }

  /**
   * Stores how far a durable bus has got, unless it is known. Returns false if a relay with a
   * greater epoch has been here.
   */
  private async store(term: Term): Promise<boolean> {
    const { cursor } = this;
    if (!this.bus.durable || cursor === undefined || cursor === this.stored.position) return true;
    const rows = await queryRepeatable(this.log.database, { statement: advance, values: [cursor, term.epoch] });
    this.stored = { position: cursor, at: performance.now() };
    if (rows.length === 0) this.replaced(term);
    return rows.length > 0;
  }

  private replaced(term: Term): undefined {
    this.logger.warn({ source: this.source, epoch: term.epoch }, 'another relay leads');
    this.begun = undefined;
    this.lease.lose();
  }

  /** One send; returns whether there may be more to send at once. */
  private async send(term: Term): Promise<boolean> {
    const cursor = await this.begin(term);
    if (cursor === undefined) return false;
    const batch = await this.next(cursor);
    const last = batch.at(-1);
    // Reading may have taken longer than the lease.
    if (!this.leads(term)) return false;
    if (!last) {
      if (!(await this.storeInTime(term))) return false;
      if (this.states?.waiting || performance.now() - this.lastPublished >= this.times.heartbeatMs) {
        const { live, published } = await this.makeLive(term, cursor, cursor, []);
        await this.bus.publishLive(live);
        published();
      }
      return this.states?.waiting === true;
    }
    const { live, published } = await this.makeLive(term, cursor, last.position, batch);
    if (!this.leads(term)) return false;
    await this.bus.publish(this.source, batch, live);
    // If we lost the lease while sending, the new leader has already published this batch.
    if (!this.leads(term)) return false;
    published();
    logEvents(this.logger, batch, 'published');
    this.cursor = last.position;
    if (!(await this.storeInTime(term))) return false;
    return this.fresh.length > 0 || batch.length === batchSize;
  }

  /** From memory if this process committed the next events itself, otherwise from the log. */
  private async next(cursor: number): Promise<readonly Envelope[]> {
    const kept = this.fresh.filter((envelope) => envelope.position > cursor);
    this.fresh = [];
    if (kept[0]?.position === cursor + 1) {
      const hole = kept.findIndex((envelope, index) => envelope.position !== cursor + 1 + index);
      const joined = hole === -1 ? kept : kept.slice(0, hole);
      this.fresh = kept.slice(Math.min(joined.length, batchSize));
      return joined.slice(0, batchSize);
    }
    const { head, envelopes } = await this.log.read(cursor, batchSize);
    this.noteHead(head);
    return envelopes;
  }

  private noteHead(position: number): void {
    this.head = Math.max(this.head, position);
  }

  /** The live messages of events, and what to do once they are published. */
  private async makeLive(
    term: Term,
    cursor: number,
    upTo: number,
    events: readonly Envelope[],
  ): Promise<{ readonly live: LiveBatch; readonly published: () => void }> {
    const { lostAt, liveMessages, endedSessions } =
      events.length > 0 ? await this.liveOf(events) : { ...noMessages, lostAt: 0 };
    // Messages that cannot be made leave a gap, which makes gateways have their clients refetch.
    const after = Math.max(cursor, lostAt);
    // Read behind the rows of the events, so that it is not older than these.
    const state = await this.states?.next(upTo, this.log.database.byKeys);
    const live: LiveBatch = {
      source: this.source,
      logId: this.logId,
      epoch: term.epoch,
      after,
      upTo,
      head: Math.max(this.head, upTo),
      messages: liveMessages,
      state: state?.messages ?? [],
      endedSessions,
    };
    const published = (): void => {
      state?.published();
      this.lastPublished = performance.now();
    };
    return { live, published };
  }

  /**
   * Messages that can never be made, or that take longer than a statement may, must not block the
   * log: halving finds their events, and the others' messages are published, with the last position
   * that failed.
   */
  private async liveOf(events: readonly Envelope[]): Promise<LiveOutput & { readonly lostAt: number }> {
    try {
      return { ...(await this.live(events, this.log.database.byKeys)), lostAt: 0 };
    } catch (failure) {
      if (!isLasting(failure) && !isTooLong(failure)) throw failure;
      const [first, ...others] = events;
      if (first && others.length === 0) {
        this.logger.error({ err: failure, position: first.position }, 'live message could not be made');
        return { ...noMessages, lostAt: first.position };
      }
      const middle = Math.ceil(events.length / 2);
      const one = await this.liveOf(events.slice(0, middle));
      const other = await this.liveOf(events.slice(middle));
      return {
        liveMessages: [...one.liveMessages, ...other.liveMessages],
        endedSessions: [...one.endedSessions, ...other.endedSessions],
        lostAt: Math.max(one.lostAt, other.lostAt),
      };
    }
  }

  /** Waits for a wake-up, including one since the last look, or for the next poll. */
  private async rest(): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.times.pollMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}
