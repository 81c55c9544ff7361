import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';

/** Takes a batch of one log's events, in order; what it throws is logged, and the batch may or may not come again. */
export type EventHandler = (envelopes: readonly Envelope[]) => Promise<void>;

/** Takes the live messages of one batch of events. */
export type LiveHandler = (batch: LiveBatch) => void;

/** Ends a subscription; resolves when no handler runs any more. */
export type Unsubscribe = () => Promise<void>;

/**
 * How committed events reach other services and live messages reach the gateways. What an adapter guarantees, and its contract suite checks:
 * what is published after `subscribe` resolved is handled at least once, in order per source; a handler that throws stops nothing; a batch is
 * acknowledged only when it is safe with the bus. Whoever subscribes reads the owner's feed first, and again whenever it finds a gap, so a
 * bus may lose what is older.
 */
export interface Bus {
  /** True where the bus outlives the process: then `head.published` says how far it has been given the log. */
  readonly durable: boolean;
  /** Resolves when the bus has acknowledged every event. */
  publish(source: Source, envelopes: readonly Envelope[]): Promise<void>;
  /** `consumer` names the reader: those of one name share the events, each name gets all of them. */
  subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe>;
  publishLive(batch: LiveBatch): Promise<void>;
  /** Every gateway gets every batch told after this resolves. */
  listen(handle: LiveHandler): Promise<Unsubscribe>;
  close(): Promise<void>;
}
