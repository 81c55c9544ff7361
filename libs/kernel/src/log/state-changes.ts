import type { LiveMessage } from '@parlour/contracts/live';
import type { Tx } from '../database/database.ts';
import { isLasting } from '../database/failures.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * Reads the state that has changed, by the keys under which that was announced, and decides who
 * gets it, as `MakeLive` does. `position` is how far the log has been published; the messages carry
 * it.
 */
export type MakeStateMessages = (
  keys: readonly string[],
  position: number,
  reader: Tx,
) => Promise<readonly LiveMessage[]>;

/** Live messages about state, and what to call once they are sent. */
interface StateOutput {
  readonly messages: readonly LiveMessage[];
  published(): void;
}

/** The most keys in one send. */
const batchSize = 500;

/** How long a process that does not lead remembers a change: longer than a lease. */
const rememberedMs = 30_000;

/** How long it waits after a failure, in milliseconds. */
const restMs = 250;

/**
 * Changes of state that is kept in place and is in no event, such as what a person has read. The
 * relay publishes them between the events, with one send in flight and the state of that time, so
 * no client gets an older state after a newer one. Every process of the service knows the changes
 * of all, because any of them may lead. They are in memory only: a change is not published if its
 * process dies at that moment, or if its notice does not reach the leader.
 * Source: docs/design/architecture.md#state-that-is-in-no-event.
 */
export class StateChanges {
  private readonly unpublished = new Map<string, { readonly notedAt: number }>();
  /** Until when it is not read again after a failure, in `performance.now()`. */
  private restsUntil = 0;
  private readonly listeners: ((keys: readonly string[]) => void)[] = [];

  constructor(
    private readonly make: MakeStateMessages,
    private readonly logger: Logger,
  ) {}

  /** Whether there is something to publish now. */
  get waiting(): boolean {
    return this.unpublished.size > 0 && performance.now() >= this.restsUntil;
  }

  /** Calls the listener with the keys of each change that this process announces. */
  onAnnounced(listener: (keys: readonly string[]) => void): void {
    this.listeners.push(listener);
  }

  /** This process has changed and committed the state under this key, of at most 100 characters. */
  announce(key: string): void {
    for (const listener of this.listeners) listener([key]);
  }

  /** Notes changes, of this process or another; repeated keys are published once. */
  note(keys: readonly string[]): void {
    for (const key of keys) {
      // In the order of the notices, for `forgetOld`.
      this.unpublished.delete(key);
      this.unpublished.set(key, { notedAt: performance.now() });
    }
  }

  /** For a process that does not lead: the one that does has published these. */
  forgetOld(): void {
    for (const [key, { notedAt }] of this.unpublished) {
      if (performance.now() - notedAt < rememberedMs) return;
      this.unpublished.delete(key);
    }
  }

  /**
   * The next messages; undefined if nothing has changed, or if the state cannot be read now: events
   * do not wait for it.
   */
  async next(position: number, reader: Tx): Promise<StateOutput | undefined> {
    if (!this.waiting) return undefined;
    const taken = [...this.unpublished].slice(0, batchSize);
    const keys = taken.map(([key]) => key);
    const published = (): void => {
      // One that has changed again meanwhile is published again.
      for (const [key, noted] of taken) if (this.unpublished.get(key) === noted) this.unpublished.delete(key);
    };
    try {
      return { messages: await this.make(keys, position, reader), published };
    } catch (failure) {
      if (isLasting(failure)) {
        this.logger.error({ err: failure, keys }, 'live messages about state could not be made');
        return { messages: [], published };
      }
      this.logger.warn({ err: failure }, 'state could not be read, retrying');
      this.restsUntil = performance.now() + restMs;
      return undefined;
    }
  }
}
