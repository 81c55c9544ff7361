import { pause } from '@parlour/kernel/process/pause';

const secondMs = 100;
const longestMs = 5_000;
const forgetAfterMs = 30_000;

/**
 * The pauses before restarts of what ends by itself. Each is twice as long as the one before, up to
 * 5 s; they start over once it has run for half a minute, because what lacks something, such as
 * space on the disk, ends soon after each start.
 */
export class RestartPauses {
  private nextMs: number;

  /** The first pause, in milliseconds. */
  constructor(private readonly firstMs: number) {
    this.nextMs = firstMs;
  }

  /** It has ended after so many milliseconds. */
  ended(ranMs: number): void {
    if (ranMs > forgetAfterMs) this.nextMs = this.firstMs;
  }

  /** Waits before the next start, or until the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.nextMs;
    this.nextMs = Math.min(Math.max(ms * 2, secondMs), longestMs);
    await pause(ms, signal);
  }
}
