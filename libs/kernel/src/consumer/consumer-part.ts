import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Tx } from '../database/database.ts';

/** What a service does with the events of a log: it updates its views, or runs a policy. */
export interface ConsumerPart {
  /** Unique within the service; its checkpoint and its dead letters are stored under it. */
  readonly name: string;
  /**
   * The types of events that it has anything to do for; absent for all. A batch without them costs
   * it nothing.
   */
  readonly handles?: readonly string[];
  /**
   * Whether there is anything to do for an event of such a type; absent if there always is. Pure: a
   * batch of events without is skipped as well.
   */
  readonly concerns?: (envelope: Envelope) => boolean;
  /**
   * Whether this process runs it now; absent if every process always does. Such a part holds up the
   * others only for a moment when it cannot go on.
   */
  readonly runs?: () => boolean;
  /**
   * Runs before the transaction, without locks, and again if the transaction fails. For work that
   * is idempotent by a key of its own, such as commands, which need their own connections. Returns
   * how many of the events are done: once `stopping` is aborted, perhaps not all.
   */
  before?(envelopes: readonly Envelope[], stopping?: AbortSignal): Promise<number>;
  /** Applies events in order; gets the same ones again only after a rollback. */
  handle(envelopes: readonly Envelope[], tx: Tx): Promise<void>;
}

/** A service's one reader of a log, and what is done with each batch, in this order. */
export interface ConsumerDefinition {
  readonly source: Source;
  /** First the views, then the policies, because these may read the views of the same log. */
  readonly parts: readonly ConsumerPart[];
}
