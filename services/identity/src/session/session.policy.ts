import type { Cause } from '@parlour/kernel/policy/policy';
import type { EndSession } from './session.decider.ts';

/** What follows from a session that was marked as ending: it ends. */
export function endSessionsDue(cause: Cause): readonly EndSession[] {
  return cause.kind === 'due' ? [cause.due.data as EndSession] : []; // what the query of due sessions makes
}
