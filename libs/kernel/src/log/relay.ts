import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { EndedSession, LiveBatch, Tell } from '@parlour/contracts/live';
import type { Bus } from '../bus/bus.ts';
import { isTransient, statement, type Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { EventLog } from './event-log.ts';
import type { Lease, Term } from './lease.ts';

/** What the owner of the data has to say of committed events. */
export interface LiveMessages {
  readonly tells: readonly Tell[];
  readonly endedSessions: readonly EndedSession[];
}

/** Reads what the messages show and decides who is told; given the events in order of position. */
export type MakeLive = (events: readonly Envelope[], database: Database) => Promise<LiveMessages>;

const readHead = statement('relay.head', 'select log_id, position, published, epoch from head');

const advance = statement(
  'relay.advance',
  'update head set published = greatest(published, $1), epoch = $2 where epoch <= $2 returning published',
);

/** How many events are sent at once. */
const batchSize = 500;

/** Times of a relay in milliseconds: how often it looks into the log regardless of being woken, and how often it tells that it is there. */
export interface RelayTimes {
  readonly pollMs: number;
  readonly heartbeatMs: number;
}

/** The times of architecture, "The event log and delivery", 3 and 11. */
export const relayTimes: RelayTimes = { pollMs: 250, heartbeatMs: 1_000 };

/**
 * Hands on committed events, in order of position, one send in flight: to the bus, then as live messages. Only the holder of the lease does it,
 * and every statement that says how far it got carries its epoch, so one that was stopped and continued cannot speak over its successor.
 */
export class Relay {
  private cursor = 0;
  private logId = '';
  private fresh: Envelope[] = [];
  private wake: (() => void) | undefined;
  private ended = false;
  private running: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;
  private lastTold = 0;

  constructor(
    private readonly source: Source,
    private readonly log: EventLog,
    private readonly lease: Lease,
    private readonly bus: Bus,
    private readonly live: MakeLive,
    private readonly logger: Logger,
    private readonly times: RelayTimes = relayTimes,
  ) {}

  /** Takes the lease if it is free, and leads from then on whenever it has it. */
  async start(): Promise<void> {
    this.stopListening = this.log.onCommit((envelopes) => {
      // Kept only while leading, and never without bound: what is not in memory is read.
      if (this.lease.term && this.fresh.length < 10 * batchSize) this.fresh.push(...envelopes);
      this.nudge();
    });
    await this.lease.start((term) => this.lead(term));
  }

  /** There may be something to send: another process committed. */
  nudge(): void {
    this.wake?.();
  }

  /** Sends what is being sent, then gives the lease up. */
  async stop(): Promise<void> {
    this.ended = true;
    this.stopListening?.();
    this.nudge();
    await this.running;
    await this.lease.end();
  }

  private lead(term: Term): void {
    const before = this.running ?? Promise.resolve();
    const running = before
      .then(() => this.run(term))
      .catch((failure: unknown) => this.logger.error({ err: failure }, 'the relay stopped'))
      .finally(() => {
        if (this.running === running) this.running = undefined;
      });
    this.running = running;
  }

  private leads(term: Term): boolean {
    return !this.ended && this.lease.term?.epoch === term.epoch;
  }

  private async run(term: Term): Promise<void> {
    this.fresh = [];
    let begun = false;
    while (this.leads(term)) {
      try {
        if (!begun) await this.begin();
        begun = true;
        const sent = await this.send(term);
        if (!sent) await this.rest();
      } catch (failure) {
        this.logger.warn({ err: failure, source: this.source }, 'events could not be handed on; trying again');
        this.fresh = [];
        await this.rest();
      }
    }
  }

  /** A durable bus goes on where it was left; without one there is nobody to catch up, clients refetch. */
  private async begin(): Promise<void> {
    const [head] = await this.log.database.query<{ log_id: string; position: number; published: number }>(readHead);
    if (!head) throw new Error('the log has no head');
    this.logId = head.log_id;
    this.cursor = this.bus.durable ? head.published : head.position;
  }

  private async send(term: Term): Promise<boolean> {
    const batch = await this.next();
    const last = batch.at(-1);
    if (!last) {
      if (performance.now() - this.lastTold >= this.times.heartbeatMs)
        await this.tell(term, this.cursor, this.cursor, []);
      return false;
    }
    if (!this.leads(term)) return false;
    await this.bus.publish(this.source, batch);
    await this.tell(term, this.cursor, last.position, batch);
    if (this.bus.durable) {
      const rows = await this.log.database.query(advance, [last.position, term.epoch]);
      if (rows.length === 0) {
        this.logger.warn({ source: this.source, epoch: term.epoch }, 'another relay leads now');
        this.lease.lose();
        return false;
      }
    }
    this.cursor = last.position;
    return true;
  }

  /** From memory where this process committed the next events itself, else from the log. */
  private async next(): Promise<readonly Envelope[]> {
    const kept = this.fresh.filter((envelope) => envelope.position > this.cursor);
    this.fresh = [];
    if (kept[0]?.position === this.cursor + 1) {
      const hole = kept.findIndex((envelope, index) => envelope.position !== this.cursor + 1 + index);
      const joined = hole === -1 ? kept : kept.slice(0, hole);
      this.fresh = kept.slice(Math.min(joined.length, batchSize));
      return joined.slice(0, batchSize);
    }
    return (await this.log.read(this.cursor, batchSize)).envelopes;
  }

  private async tell(term: Term, after: number, upTo: number, events: readonly Envelope[]): Promise<void> {
    const messages = events.length > 0 ? await this.liveOf(events) : { tells: [], endedSessions: [] };
    const batch: LiveBatch = { source: this.source, logId: this.logId, epoch: term.epoch, after, upTo, ...messages };
    await this.bus.tell(batch);
    this.lastTold = performance.now();
  }

  /** A message that cannot be made must not hold up the log: the others are told, and this one is logged. */
  private async liveOf(events: readonly Envelope[]): Promise<LiveMessages> {
    try {
      return await this.live(events, this.log.database);
    } catch (failure) {
      if (isTransient(failure)) throw failure;
      if (events.length === 1) {
        this.logger.error({ err: failure, position: events[0]?.position }, 'a live message could not be made');
        return { tells: [], endedSessions: [] };
      }
      const each: LiveMessages[] = [];
      for (const event of events) each.push(await this.liveOf([event]));
      return {
        tells: each.flatMap((messages) => messages.tells),
        endedSessions: each.flatMap((messages) => messages.endedSessions),
      };
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.ended || this.fresh.length > 0) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, this.times.pollMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
