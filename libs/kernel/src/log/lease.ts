import { statement, type Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';

// A lease that ends later than any can was taken before the database's clock was set back, or by a
// process with a much longer `LEASE_MS`, which then leaves by its epoch.
const take = statement(
  'lease.take',
  `update lease
      set epoch = case when holder = $1 then epoch else epoch + 1 end, holder = $1,
          lease_until = clock_timestamp() + $2 * interval '1 millisecond'
    where holder = $1 or $3
       or lease_until not between clock_timestamp() and clock_timestamp() + $2 * interval '2 milliseconds'
    returning epoch`,
);

const giveUp = statement('lease.giveUp', `update lease set lease_until = '-infinity', holder = null where holder = $1`);

/**
 * A term of leadership. Publishing carries its number; a process that sees a greater one has been
 * replaced.
 */
export interface Term {
  readonly epoch: number;
}

/**
 * Leadership of one service by a row with a time limit: the database's clock decides who may take
 * it, the holder's monotonic clock when it must stop acting. Not an advisory lock, for a stopped
 * process keeps that.
 * Source: docs/design/architecture.md#the-relay.
 */
export class Lease {
  private current: { epoch: number; until: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly holder: string,
    private readonly durationMs: number,
    private readonly logger: Logger,
    /**
     * For a process known to be the only one of its service: another lease belongs to a dead
     * process and need not expire.
     */
    private seize = false,
  ) {}

  /** The term in which this process leads, or undefined; check it before every act of a leader. */
  get term(): Term | undefined {
    return this.current && performance.now() < this.current.until ? { epoch: this.current.epoch } : undefined;
  }

  /**
   * Tries at once and then three times per duration. `onChange` is called whenever a term begins.
   */
  async start(onChange: (term: Term) => void): Promise<void> {
    // If an attempt takes longer than the interval, no second one is started.
    const ask = (): Promise<void> =>
      (this.asking ??= this.ask(onChange).finally(() => {
        this.asking = undefined;
      }));
    this.timer = setInterval(() => void ask(), this.durationMs / 3);
    this.timer.unref();
    await ask();
  }

  /** Steps down at once: a greater epoch means that this process has been replaced. */
  lose(): void {
    this.current = undefined;
  }

  /** Gives up the lease, so that another process need not wait for its end. */
  async end(): Promise<void> {
    this.ended = true;
    clearInterval(this.timer);
    await this.asking;
    this.current = undefined;
    await this.database.query(giveUp, [this.holder]).catch(() => undefined); // it also expires
  }

  private async ask(onChange: (term: Term) => void): Promise<void> {
    if (this.ended) return;
    // Counted from before the query: the database starts counting later, so ours ends first.
    const asked = performance.now();
    const before = this.term?.epoch;
    try {
      const [row] = await this.database.query<{ epoch: number }>(take, [this.holder, this.durationMs, this.seize]);
      this.seize = false;
      this.current = row ? { epoch: row.epoch, until: asked + this.durationMs } : undefined;
    } catch (failure) {
      this.logger.warn({ err: failure }, 'lease not renewed');
    }
    const { term } = this;
    if (term && term.epoch !== before) onChange(term);
  }
}
