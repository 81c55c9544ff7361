import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait between attempts, in milliseconds: at first, and at most. */
const pauses = { first: 250, longest: 5_000 };

/** What to wait for, and for how long. */
export interface Patience {
  /** Whether a failure only means that something is not there yet: a later attempt may succeed. */
  readonly isAway: (failure: unknown) => boolean;
  readonly patienceMs: number;
  /** Gets each failure that is waited out. */
  readonly log: (failure: unknown) => void;
  /** Stands for the clock, in milliseconds, and for waiting. */
  readonly clock?: { now(): number; wait(ms: number): Promise<void> };
}

const realClock = {
  now: () => performance.now(),
  wait: async (ms: number): Promise<void> => delay(ms),
};

/**
 * Repeats `work` with growing pauses while what it needs is away: not answering, or, where
 * everything starts at once, not even known by name.
 * @throws the first failure that waiting does not mend, or the last one once patience has ended
 */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { isAway, patienceMs, log, clock = realClock }: Patience,
): Promise<Result> {
  const deadline = clock.now() + patienceMs;
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      return await work();
    } catch (failure) {
      if (!isAway(failure) || clock.now() + pause > deadline) throw failure;
      log(failure);
    }
    await clock.wait(pause);
  }
}
