import { statement, type Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * How long a command is known by its key, in hours.
 * Source: docs/design/architecture.md#commands-happen-once.
 */
const replyHours = 24;

const batchSize = 2_000;

// A blocked policy repeats its commands on each retry: they stay recognised while one of its events
// is parked.
const forgetCommands = statement(
  'cleaner.commands',
  `delete from commands where (actor, route, key) in (
     select actor, route, key from commands
      where created_at < now() - $1 * interval '1 hour'
        and (actor <> 'policy' or not exists (select from dead_letters where consumer like 'policy:%'))
      order by created_at limit $2)
   returning 1 as one`,
);

const freeNames = statement(
  'cleaner.reservations',
  `delete from reservations where (scope, key) in (
     select scope, key from reservations where expires_at < now() order by expires_at limit $1)
   returning 1 as one`,
);

/**
 * Deletes what has expired: replies after a day, names reserved and not taken. Only the leader's
 * cleaner acts.
 */
export class Cleaner {
  private timer: NodeJS.Timeout | undefined;
  private cleaning: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly database: Database,
    private readonly leads: () => boolean,
    private readonly logger: Logger,
  ) {}

  /** Cleans every hour; first some minutes from now, to keep the start free. */
  start(firstMs = 5 * 60_000, everyMs = 60 * 60_000): void {
    this.timer = setTimeout(() => {
      void this.clean();
      this.timer = setInterval(() => void this.clean(), everyMs);
      this.timer.unref();
    }, firstMs);
    this.timer.unref();
  }

  /** Cleans now if this process leads; never throws. */
  clean(): Promise<void> {
    this.cleaning ??= this.cleanNow()
      .catch((failure: unknown) => this.logger.warn({ err: failure }, 'cleaning failed, trying again later'))
      .finally(() => {
        this.cleaning = undefined;
      });
    return this.cleaning;
  }

  async stop(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.cleaning;
  }

  private async cleanNow(): Promise<void> {
    await this.inBatches(() => this.database.query(forgetCommands, [replyHours, batchSize]));
    await this.inBatches(() => this.database.query(freeNames, [batchSize]));
  }

  /** In portions, so that locks are short and no statement exceeds its time limit. */
  private async inBatches(deleteSome: () => Promise<object[]>): Promise<void> {
    while (!this.ended && this.leads() && (await deleteSome()).length === batchSize);
  }
}
