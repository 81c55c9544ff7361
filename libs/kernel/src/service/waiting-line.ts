import { unavailable } from '@parlour/contracts/errors';

/** Whose work it is, and when it is its turn. */
export interface Turn {
  /** Work of one waits for other work of the same for half of the time at most. */
  readonly of: string;
  /** Whether it goes before work that is not urgent. */
  readonly urgent: boolean;
}

interface Waiting {
  readonly of: string;
  /** After this its caller would be gone before it ends. */
  readonly deadline: number;
  begin(): void;
  refuse(): void;
}

/** The limits of a `WaitingLine`, in milliseconds. */
export interface LineLimits {
  readonly atOnce: number;
  /** How long work may wait for its turn. */
  readonly patienceMs: number;
  /** How long a piece takes, until some have been measured. */
  readonly usualMs: number;
}

/** How much the time of one piece counts in the estimate for the next: an eighth, as in TCP. */
const weight = 1 / 8;

/**
 * Limits concurrent work. The rest waits by time: what is expected to have its turn soon enough
 * waits, however many wait already; what isn't is refused at once, and told when to come back.
 */
export class WaitingLine {
  private running = 0;
  private readonly urgent: Waiting[] = [];
  private readonly others: Waiting[] = [];
  /** How long a piece takes by the latest ones. */
  private pieceMs: number;

  constructor(
    private readonly limits: LineLimits,
    /** Stands for the clock, in milliseconds. */
    private readonly now = (): number => performance.now(),
  ) {
    this.pieceMs = limits.usualMs;
  }

  /** @throws {DomainError} `service.unavailable` when its turn would come too late, or did */
  async take<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.wait(turn);
    const began = this.now();
    try {
      return await work();
    } finally {
      this.pieceMs += (this.now() - began - this.pieceMs) * weight;
      this.handOver();
    }
  }

  private wait({ of, urgent }: Turn): Promise<void> {
    const { patienceMs } = this.limits;
    const ahead = urgent ? this.urgent : [...this.urgent, ...this.others];
    const own = ahead.filter((waiting) => waiting.of === of);
    const late = Math.max(this.timeOf(ahead) - patienceMs, this.timeOf(own) - patienceMs / 2);
    if (late > 0) throw unavailable(late);
    return new Promise((begin, refuse) => {
      (urgent ? this.urgent : this.others).push({
        of,
        deadline: this.now() + patienceMs,
        begin,
        refuse: () => refuse(unavailable()),
      });
    });
  }

  /** How long it takes until all of these have begun, and one more. */
  private timeOf({ length }: readonly Waiting[]): number {
    return ((length + 1) * this.pieceMs) / this.limits.atOnce;
  }

  /** The place is handed over directly, so nothing can take it in between. */
  private handOver(): void {
    const next = this.urgent.shift() ?? this.others.shift();
    if (!next) this.running -= 1;
    else if (this.now() <= next.deadline) next.begin();
    else {
      next.refuse();
      this.handOver();
    }
  }
}
