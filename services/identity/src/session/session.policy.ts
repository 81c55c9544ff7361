import type { Due } from '@parlour/kernel/policy/policy';
import type { EndSession } from './session.decider.ts';

/** Ends sessions that were marked as ending. */
export function endSessionsDue({ data }: Due): readonly EndSession[] {
  return [data as EndSession]; // what the query of due sessions makes
}
