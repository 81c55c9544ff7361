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

/** Limits work as above. Of one person one piece runs at a time, so nobody can keep others out. */
export class FairLimiter {
  private readonly all: WorkLimiter;
  private readonly ofOne = new Map<string, WorkLimiter>();
  private readonly waitingOfOne: number;

  constructor({ atOnce, waiting, waitingOfOne }: Record<'atOnce' | 'waiting' | 'waitingOfOne', number>) {
    this.all = new WorkLimiter(atOnce, waiting);
    this.waitingOfOne = waitingOfOne;
  }

  /** @throws {DomainError} `service.unavailable` when too many wait */
  async take<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.ofOne.get(person) ?? new WorkLimiter(1, this.waitingOfOne);
    this.ofOne.set(person, own);
    try {
      return await own.take(() => this.all.take(work));
    } finally {
      if (own.isIdle) this.ofOne.delete(person);
    }
  }
}
