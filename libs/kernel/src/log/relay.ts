import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { EndedSession, LiveBatch, LiveMessage } from '@parlour/contracts/live';
import type { Bus } from '../bus/bus.ts';
import { isLasting, statement, type Database } from '../database/database.ts';
import { type Logger, logEvents } from '../logging/logger.ts';
import type { EventLog } from './event-log.ts';
import type { Lease, Term } from './lease.ts';

/** What the owner of the data has to say of committed events. */
export interface LiveOutput {
  readonly liveMessages: readonly LiveMessage[];
  readonly endedSessions: readonly EndedSession[];
}

/** Reads what the messages show and decides who is told; given the events in order of position. */
export type MakeLive = (events: readonly Envelope[], database: Database) => Promise<LiveOutput>;

const readHead = statement('relay.head', 'select log_id, position, published from head');

// The epoch stands in the head from the first look of a term on: from then on its predecessors advance nothing.
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

/** How many events are sent at once. */
const batchSize = 500;

const noMessages: LiveOutput = { liveMessages: [], endedSessions: [] };

/** Times of a relay in milliseconds: how often it looks into the log regardless of being woken, and how often it tells that it is there. */
export interface RelayTimes {
  readonly pollMs: number;
  readonly heartbeatMs: number;
}

/**
 * How often by default.
 * Source: docs/design/architecture.md#the-relay; docs/design/architecture.md#rights-of-another-service.
 */
export const relayTimes: RelayTimes = { pollMs: 250, heartbeatMs: 1_000 };

/**
 * Hands on committed events, in order of position, one send in flight: to the bus, then as live messages. Only the holder of the lease does it,
 * and every statement that says how far it got carries its epoch, so one that was stopped and continued cannot speak over its successor.
 */
export class Relay {
  /** Up to where the log has been handed on by this process; undefined until it is known from where to begin. */
  private cursor: number | undefined;
  private logId = '';
  /** The term that `cursor` was made certain in. */
  private begun: number | undefined;
  private fresh: Envelope[] = [];
  private woken = false;
  private wake: (() => void) | undefined;
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;
  private lastPublished = 0;

  constructor(
    private readonly source: Source,
    private readonly log: EventLog,
    private readonly lease: Lease,
    private readonly bus: Bus,
    private readonly live: MakeLive,
    private readonly logger: Logger,
    private readonly times: RelayTimes = relayTimes,
  ) {}

  /**
   * Takes the lease if it is free, and leads from then on whenever it has it. Where the bus does not outlive the process, all that is committed
   * after this resolved is handed on, even if the lease is had later: consumers read the feed to its head after this, not again then.
   */
  async start(): Promise<void> {
    if (!this.bus.durable) {
      const [head] = await this.log.database.query<HeadRow>(readHead);
      this.cursor = head?.position;
    }
    this.stopListening = this.log.onCommit((envelopes) => {
      // Kept only while leading, and never without bound: what is not in memory is read.
      if (this.lease.term && this.fresh.length < 10 * batchSize) this.fresh.push(...envelopes);
      this.nudge();
    });
    await this.lease.start(() => this.nudge());
    this.running = this.run();
  }

  /** There may be something to send: another process committed. */
  nudge(): void {
    this.woken = true;
    this.wake?.();
  }

  /** Whether this process hands events on at the moment. */
  get isLeading(): boolean {
    return this.lease.term !== undefined;
  }

  /** How many committed events were not handed on yet, by whichever process. */
  async lag(): Promise<number> {
    const [head] = await this.log.database.query<HeadRow>(readHead);
    if (!head) return 0;
    const reached = this.bus.durable ? head.published : (this.cursor ?? head.position);
    return Math.max(0, head.position - reached);
  }

  /** Sends what is being sent, then gives the lease up. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.stopListening?.();
    this.nudge();
    await this.running;
    await this.lease.end();
  }

  private leads(term: Term): boolean {
    return !this.ending.signal.aborted && this.lease.term?.epoch === term.epoch;
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const { term } = this.lease;
      // What is committed from here on wakes it once more.
      this.woken = false;
      try {
        if (!term || !(await this.send(term))) await this.rest();
      } catch (failure) {
        this.logger.warn({ err: failure, source: this.source }, 'events could not be handed on; trying again');
        this.fresh = [];
        // Not woken by commits: each of them would be one more question to somebody who is away.
        await delay(this.times.pollMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
      }
    }
  }

  /**
   * A durable bus goes on where it was left, whoever left it; another one where this process was. Answers from where, or undefined when somebody
   * with a greater epoch has been here.
   */
  private async begin(term: Term): Promise<number | undefined> {
    if (this.begun === term.epoch && this.cursor !== undefined) return this.cursor;
    const [head] = await this.log.database.query<HeadRow>(claim, [term.epoch]);
    if (!head) return this.replaced(term);
    this.logId = head.log_id;
    this.begun = term.epoch;
    this.cursor = this.bus.durable ? head.published : (this.cursor ?? head.position);
    return this.cursor;
  }

  private replaced(term: Term): undefined {
    this.logger.warn({ source: this.source, epoch: term.epoch }, 'another relay leads now');
    this.begun = undefined;
    this.lease.lose();
  }

  /** One send; answers whether there may be more to send at once. */
  private async send(term: Term): Promise<boolean> {
    const cursor = await this.begin(term);
    if (cursor === undefined) return false;
    const batch = await this.next(cursor);
    const last = batch.at(-1);
    // Reading may have taken longer than the lease.
    if (!this.leads(term)) return false;
    if (!last) {
      if (performance.now() - this.lastPublished >= this.times.heartbeatMs)
        await this.publishLive(term, cursor, cursor, []);
      return false;
    }
    await this.bus.publish(this.source, batch);
    // One that was stopped while sending has been replaced, and its successor has told all this.
    if (!this.leads(term)) return false;
    await this.publishLive(term, cursor, last.position, batch);
    logEvents(this.logger, batch, 'handed on');
    if (this.bus.durable) {
      const rows = await this.log.database.query(advance, [last.position, term.epoch]);
      if (rows.length === 0) {
        this.replaced(term);
        return false;
      }
    }
    this.cursor = last.position;
    return this.fresh.length > 0 || batch.length === batchSize;
  }

  /** From memory where this process committed the next events itself, else from the log. */
  private async next(cursor: number): Promise<readonly Envelope[]> {
    const kept = this.fresh.filter((envelope) => envelope.position > cursor);
    this.fresh = [];
    if (kept[0]?.position === cursor + 1) {
      const hole = kept.findIndex((envelope, index) => envelope.position !== cursor + 1 + index);
      const joined = hole === -1 ? kept : kept.slice(0, hole);
      this.fresh = kept.slice(Math.min(joined.length, batchSize));
      return joined.slice(0, batchSize);
    }
    return (await this.log.read(cursor, batchSize)).envelopes;
  }

  private async publishLive(term: Term, cursor: number, upTo: number, events: readonly Envelope[]): Promise<void> {
    const { lostAt, liveMessages, endedSessions } =
      events.length > 0 ? await this.liveOf(events) : { ...noMessages, lostAt: 0 };
    // What cannot be told becomes a gap: whoever finds it has all clients come back and read.
    const after = Math.max(cursor, lostAt);
    const batch: LiveBatch = {
      source: this.source,
      logId: this.logId,
      epoch: term.epoch,
      after,
      upTo,
      tells: liveMessages,
      endedSessions,
    };
    await this.bus.publishLive(batch);
    this.lastPublished = performance.now();
  }

  /** A message that can never be made must not hold up the log: the others are told, and the last such position. */
  private async liveOf(events: readonly Envelope[]): Promise<LiveOutput & { readonly lostAt: number }> {
    try {
      return { ...(await this.live(events, this.log.database)), lostAt: 0 };
    } catch (failure) {
      if (!isLasting(failure)) throw failure;
      const [first, ...others] = events;
      if (first && others.length === 0) {
        this.logger.error({ err: failure, position: first.position }, 'a live message could not be made');
        return { ...noMessages, lostAt: first.position };
      }
      const each: Awaited<ReturnType<Relay['liveOf']>>[] = [];
      for (const event of events) each.push(await this.liveOf([event]));
      return {
        liveMessages: each.flatMap((messages) => messages.liveMessages),
        endedSessions: each.flatMap((messages) => messages.endedSessions),
        lostAt: Math.max(...each.map(({ lostAt }) => lostAt)),
      };
    }
  }

  /** Until somebody wakes it, also if that was since the last look, or until it is time to look regardless. */
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
