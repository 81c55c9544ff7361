/** How many must have had their turn before their pace says how long a queue takes. */
const enough = 32;

/** After this time, in milliseconds, what was before counts half. */
const memoryMs = 10_000;

/**
 * Whether a queue is too long for whoever comes now, by how fast it has moved since it began. One
 * that stands still for a moment says nothing: it is waited for.
 * Source: decisions O-16.
 */
export class Congestion {
  private since = 0;
  private served = 0;

  constructor(
    private readonly patienceMs: number,
    /** Stands for the clock, in milliseconds. */
    private readonly now = (): number => performance.now(),
  ) {}

  noteServed(): void {
    this.served += 1;
    const elapsed = this.now() - this.since;
    if (elapsed <= memoryMs || this.served < 2 * enough) return;
    this.since += elapsed / 2;
    this.served /= 2;
  }

  /**
   * By how much the turn of whoever comes behind so many would be too late, in milliseconds; 0 if
   * it would not, or if that is not known.
   */
  lateBehind(waiting: number): number {
    if (waiting === 0) {
      this.since = this.now();
      this.served = 0;
    }
    if (this.served < enough) return 0;
    return Math.max(0, ((waiting + 1) * (this.now() - this.since)) / this.served - this.patienceMs);
  }
}
