import { unavailable } from '@parlour/contracts/errors';

/**
 * Limits concurrent and waiting work; the rest is refused at once, which is better than waiting for
 * a time-out.
 */
export class WorkLimiter {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * A smaller `waiting` reserves the last places for others: such work is refused sooner.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  async take<Result>(work: () => Promise<Result>, waiting: number = this.waiting): Promise<Result> {
    if (this.running < this.atOnce) {
      this.running += 1;
    } else {
      if (this.queue.length >= waiting) throw unavailable();
      await new Promise<void>((resolve) => this.queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place is handed over directly, so nothing can take it in between.
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** The limits of a `FairLimiter`. */
export interface FairLimits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** How long work may wait: later, its caller would give up before it ends. */
  readonly patienceMs: number;
}

/**
 * Limits work as above. Of one person one piece runs at a time, so nobody can keep others out. Work
 * whose turn comes too late for its caller is refused, so newer work doesn't wait for it.
 */
export class FairLimiter {
  private readonly all: WorkLimiter;
  private readonly ofOne = new Map<string, WorkLimiter>();

  constructor(
    private readonly limits: FairLimits,
    /** Stands for the clock, in milliseconds. */
    private readonly now = (): number => performance.now(),
  ) {
    this.all = new WorkLimiter(limits.atOnce, limits.waiting);
  }

  /** How many people's work runs or waits. */
  get people(): number {
    return this.ofOne.size;
  }

  /** @throws {DomainError} `service.unavailable` when too many wait, or it waited for too long */
  async take<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    const deadline = this.now() + this.limits.patienceMs;
    const inTime = (begin: () => Promise<Result>) => (): Promise<Result> => {
      if (this.now() >= deadline) throw unavailable();
      return begin();
    };
    const own = this.ofOne.get(person) ?? new WorkLimiter(1, this.limits.waitingOfOne);
    this.ofOne.set(person, own);
    try {
      return await own.take(inTime(() => this.all.take(inTime(work))));
    } finally {
      if (own.isIdle) this.ofOne.delete(person);
    }
  }
}
