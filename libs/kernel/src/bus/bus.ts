import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';

/**
 * Handles a batch of one log's events, in order. If it throws, the error is logged and the batch
 * may or may not be delivered again.
 */
export type EventHandler = (envelopes: readonly Envelope[]) => Promise<void>;

/** Handles the live messages of one batch of events, or a part of them if they are long. */
export type LiveHandler = (batch: LiveBatch) => void;

/** How far a log goes, published or not. */
export interface Head extends Pick<LiveBatch, 'source'> {
  readonly position: number;
  /** When that was so, in `performance.now()`; without it, now. */
  readonly asOf?: number;
}

/** The head of a log as its relay knew it when it made this batch. */
export function headOf({ source, head }: LiveBatch): Head {
  return { source, position: head };
}

/** Ends a subscription; resolves once no handler is running. */
export type Unsubscribe = () => Promise<void>;

/**
 * Carries committed events to other services and live messages to gateways. Every adapter
 * guarantees, and the contract suite checks: events published after `subscribe` resolved are
 * handled at least once, in order per source; a handler that throws stops nothing; a batch is
 * acknowledged only once the bus has stored it. Subscribers read the owner's feed first, and again
 * whenever they find a gap, so a bus may drop old events.
 */
export interface Bus {
  /**
   * True if the bus outlives the process: then `head.published` says how far the log was published.
   */
  readonly durable: boolean;
  /**
   * Resolves once the bus has acknowledged every event, and the live messages of these events,
   * which travel with the last of them.
   */
  publish(source: Source, envelopes: readonly Envelope[], live?: LiveBatch): Promise<void>;
  /**
   * `consumer` is the reader's name. Every process gets all events; within a process, each name
   * gets all of them, and readers of one name share them.
   */
  subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe>;
  publishLive(batch: LiveBatch): Promise<void>;
  /** Every gateway gets every batch that is published after this resolves. */
  listen(handle: LiveHandler): Promise<Unsubscribe>;
  /**
   * Tells how far each log goes, at most a second after a batch, heartbeats included: all that
   * services need of live messages. A way of its own, which works when events do not come.
   */
  watchHeads(handle: (head: Head) => void): Promise<Unsubscribe>;
  close(): Promise<void>;
}
