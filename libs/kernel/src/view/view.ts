import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Tx } from '../database/database.ts';

/**
 * A read model: tables that are the fold of exactly one log. `apply` takes a list, folds it per row
 * in order and writes each row once; the whole list, one by one and in any splits give equal
 * tables. Its statements name tables without a schema and name their columns, so that a rebuild can
 * fill a second set of tables beside the serving ones. It never throws for what an event says: a
 * stored event is a fact.
 */
export interface View {
  /** `<service>.<what>`, as `npm run rebuild` names it. */
  readonly name: string;
  readonly source: Source;
  readonly tables: readonly string[];
  apply(events: readonly Envelope[], tx: Tx): Promise<void>;
}
