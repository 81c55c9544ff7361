/** What waits for its turn; told false if something newer took its place. */
type Waiting = (isTurn: boolean) => void;

/**
 * Does one thing at a time, and begins the next one only after a pause. Of what comes meanwhile
 * only the newest is done: it makes the others obsolete.
 */
export class Newest {
  private isBusy = false;
  private waiting: Waiting | undefined;

  constructor(private readonly pauseMs: number) {}

  /** Does this when its turn comes, and returns then; or at once when there is something newer. */
  async run(work: () => Promise<void>): Promise<void> {
    if (!(await this.turn())) return;
    const pause = new Promise((resolve) => void setTimeout(resolve, this.pauseMs).unref());
    try {
      await work();
    } finally {
      void pause.then(() => this.next());
    }
  }

  /** Nothing that waits is wanted any more. */
  drop(): void {
    this.waiting?.(false);
    this.waiting = undefined;
  }

  private async turn(): Promise<boolean> {
    this.drop();
    if (this.isBusy) return new Promise((resolve: Waiting) => (this.waiting = resolve));
    this.isBusy = true;
    return true;
  }

  private next(): void {
    this.isBusy = this.waiting !== undefined;
    this.waiting?.(true);
    this.waiting = undefined;
  }
}
