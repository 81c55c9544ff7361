import { unavailable } from '@parlour/contracts/errors';

/** Lets so many pieces of work run at once and so many wait; what comes beyond is refused at once, which is better than to wait past one's time limit. */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /**
   * `waiting` keeps the last places for others: work that may wait with fewer is refused sooner.
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
      // The place is handed over, so nobody slips in between.
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
