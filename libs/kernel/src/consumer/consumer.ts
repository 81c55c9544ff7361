import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Bus, Unsubscribe } from '../bus/bus.ts';
import { isTransient, statement, type Database, type Tx } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import { type EventTypes, readingOf, upcast } from '../log/event-catalogue.ts';
import type { ReadFeed } from '../log/feed.ts';
import { heldKeys, park } from './dead-letters.ts';

/** A reader of one log: its tables and its checkpoint move in one transaction. */
export interface ConsumerDefinition {
  /** Unique within the service; the checkpoint is kept under it. */
  readonly name: string;
  readonly source: Source;
  /** Takes events in order of position; given the same ones again only when the transaction was rolled back. */
  handle(envelopes: readonly Envelope[], tx: Tx): Promise<void>;
}

/** What a consumer needs of its surroundings. */
export interface ConsumerSurroundings {
  readonly database: Database;
  readonly bus: Bus;
  /** The owner's log by position, over RPC where the owner is another service. */
  readonly feed: ReadFeed;
  readonly types: EventTypes;
  readonly logger: Logger;
}

/** How often an event is tried before it is parked. */
export const attemptsBeforeParking = 5;

/** How many events are read from the feed, and handled in one transaction, at most. */
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

/** A batch that does not join the checkpoint: what lies between must be read from the owner's feed. */
class Gap extends Error {
  constructor(readonly position: number) {
    super(`events are missing above ${position}`);
  }
}

/**
 * Reads a log to its head from the owner's feed, then what the bus brings: at or below the checkpoint is a duplicate, the next one is handled,
 * more is a gap and is read from the feed. Failures that pass by themselves are waited out; an event that fails five times alone is parked with
 * all later ones of its ordering key, and the rest goes on. Source: architecture, "The event log and delivery", 5.
 */
export class Consumer {
  /** Events of a type that this code does not know, skipped so far. */
  skippedUnknown = 0;
  private unsubscribe: Unsubscribe | undefined;
  private ended = false;
  private catchingUp: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    readonly definition: ConsumerDefinition,
    private readonly around: ConsumerSurroundings,
  ) {}

  /** Subscribes, then catches up; resolves when the feed's head at that time has been handled. */
  async start(): Promise<void> {
    const { name, source } = this.definition;
    this.unsubscribe = await this.around.bus.subscribe(name, source, (envelopes) => this.take(envelopes));
    await this.catchUp();
  }

  /** Finishes the batch in hand; events that come later are found by the next start. */
  async stop(): Promise<void> {
    this.ended = true;
    this.stopping.abort();
    await this.unsubscribe?.();
    await this.turn;
  }

  /** The position up to which everything of this log has been handled or parked. */
  async position(logId: string): Promise<number> {
    const [row] = await this.around.database.query<{ position: number }>(read, [this.definition.name, logId]);
    return row?.position ?? 0;
  }

  /** Reads from the owner's feed until its head; one run at a time, whoever asks. */
  catchUp(): Promise<void> {
    this.catchingUp ??= this.readFeed().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  /** Takes what the bus brings. */
  private async take(envelopes: readonly Envelope[]): Promise<void> {
    for (let from = 0; from < envelopes.length && !this.ended; from += batchSize) {
      const batch = envelopes.slice(from, from + batchSize);
      try {
        await this.inTurn(() => this.handle(batch));
      } catch (failure) {
        if (!(failure instanceof Gap)) throw failure;
        await this.catchUp();
      }
    }
  }

  private async readFeed(): Promise<void> {
    let after: number | undefined;
    for (;;) {
      if (this.ended) return;
      const feed = await this.patiently(async () => {
        if (after === undefined) {
          const { logId } = await this.around.feed(0, 1);
          after = await this.position(logId);
        }
        return this.around.feed(after, batchSize);
      });
      const last = feed?.envelopes.at(-1);
      if (!feed || !last) return;
      try {
        await this.inTurn(() => this.handle(feed.envelopes));
        after = last.position;
      } catch (failure) {
        if (!(failure instanceof Gap)) throw failure;
        after = failure.position;
      }
    }
  }

  /** One batch at a time in this process; the checkpoint's row lock does the same among processes. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async handle(envelopes: readonly Envelope[]): Promise<void> {
    const { logger } = this.around;
    try {
      await this.patiently(() => this.transact(envelopes));
    } catch (failure) {
      if (failure instanceof Gap) throw failure;
      logger.warn({ err: failure, consumer: this.definition.name }, 'a batch failed; its events are tried one by one');
      for (const envelope of envelopes) await this.handleAlone(envelope);
    }
  }

  private async handleAlone(envelope: Envelope): Promise<void> {
    let last: unknown;
    for (let attempt = 0; attempt < attemptsBeforeParking && !this.ended; attempt++) {
      try {
        await this.patiently(() => this.transact([envelope]));
        return;
      } catch (failure) {
        if (failure instanceof Gap) throw failure;
        last = failure;
      }
    }
    if (this.ended) return;
    const { name } = this.definition;
    this.around.logger.error(
      { err: last, consumer: name, position: envelope.position, type: envelope.type },
      'an event is parked; npm run dead-letters shows it',
    );
    await this.patiently(() => this.transact([envelope], last));
  }

  /** Tables, dead letters and checkpoint move together, under the checkpoint's lock. */
  private async transact(envelopes: readonly Envelope[], parkAs?: unknown): Promise<void> {
    const { name } = this.definition;
    const logId = envelopes[0]?.logId;
    if (logId === undefined) return;
    let unknown = 0;
    await this.around.database.transaction(async (tx) => {
      let [row] = await tx.query<{ position: number }>(lock, [name, logId]);
      if (!row) {
        await tx.query(begin, [name, logId]);
        [row] = await tx.query<{ position: number }>(lock, [name, logId]);
      }
      const position = row?.position ?? 0;
      const next = envelopes.filter((envelope) => envelope.position > position);
      const [first] = next;
      const last = next.at(-1);
      if (!first || !last) return;
      if (first.position > position + 1) throw new Gap(position);
      const held = await heldKeys(tx, name);
      const handled: Envelope[] = [];
      unknown = 0;
      for (const envelope of next) {
        const reading = readingOf(this.around.types, envelope);
        if (parkAs !== undefined) await park(tx, name, envelope, parkAs);
        else if (held.has(envelope.orderingKey))
          await park(tx, name, envelope, 'waits behind an earlier event of its key');
        else if (reading === 'unknownType') unknown++;
        else if (reading === 'newerVersion') {
          held.add(envelope.orderingKey);
          await park(tx, name, envelope, `schema version ${envelope.schemaVersion} is newer than this program`);
        } else handled.push(upcast(this.around.types, envelope));
      }
      if (handled.length > 0) await this.definition.handle(handled, tx);
      await tx.query(move, [name, logId, last.position]);
    });
    this.skippedUnknown += unknown;
  }

  /** Waits out what passes by itself, for ever, with growing pauses; answers nothing only when the consumer is stopped. */
  private async patiently<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    for (let pauseMs = 50; !this.ended; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        return await work();
      } catch (failure) {
        if (!isPassing(failure)) throw failure;
        this.around.logger.warn({ err: failure, consumer: this.definition.name }, 'waiting for what is away');
        await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}

function isPassing(failure: unknown): boolean {
  return (
    isTransient(failure) || (failure instanceof Error && 'code' in failure && failure.code === 'service.unavailable')
  );
}
