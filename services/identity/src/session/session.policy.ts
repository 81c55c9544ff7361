import type { Cause } from '@parlour/kernel/policy/policy';
import type { EndSession } from './session.decider.ts';

/** Ends sessions that were marked as ending. */
export function endSessionsDue(cause: Cause): readonly EndSession[] {
  return cause.kind === 'due' ? [cause.due.data as EndSession] : []; // what the query of due sessions makes
}
