import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { Tx } from '../database/database.ts';

/**
 * A read model: tables that are the fold of exactly one log. `apply` folds a list of events per
 * row, in order, and writes each row once; any split into batches gives equal tables. Its
 * statements name columns, and tables without a schema, so that a rebuild can fill a second set of
 * tables. It never rejects an event because of its content: a stored event is a fact.
 */
export interface View {
  /** `<service>.<name>`, as `npm run rebuild` takes it. */
  readonly name: string;
  readonly source: Source;
  readonly tables: readonly string[];
  apply(events: readonly Envelope[], tx: Tx): Promise<void>;
}
