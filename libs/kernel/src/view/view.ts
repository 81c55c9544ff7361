import type { Envelope, Source } from '@parlour/contracts/envelope';
import { type BoundStatement, together, type Tx } from '../database/database.ts';

/**
 * A read model: tables that are the fold of exactly one log. A list of events is folded per row, in
 * order, and each row is written once; any split into batches gives equal tables. Its statements
 * name columns, and tables without a schema, so that a rebuild can fill a second set of tables. It
 * never rejects an event because of its content: a stored event is a fact.
 */
export interface View {
  /** `<service>.<name>`, as `npm run rebuild` takes it. */
  readonly name: string;
  readonly source: Source;
  readonly tables: readonly string[];
  /** The types of events that can change its tables; it may be given others too. */
  readonly handles: readonly string[];
  /** The statements that fold a list of events: none depends on the answer of another. */
  writes(events: readonly Envelope[]): readonly BoundStatement[];
  /**
   * Adds to tables filled from the log what a kept table has, such as state that is in no event.
   * Repeating it changes nothing.
   */
  addKept?(tx: Tx): Promise<void>;
  /** People whom these events erase: the consumer also deletes the replies stored for them. */
  erased?(events: readonly Envelope[]): readonly string[];
}

/** Applies events to views, in order. All statements share one round trip. */
export async function applyViews(
  views: readonly Pick<View, 'writes'>[],
  events: readonly Envelope[],
  tx: Tx,
): Promise<void> {
  const writes = views.flatMap((view) => view.writes(events));
  await together(writes.map(({ statement, values }) => tx.query(statement, values)));
}
