import type { Cause } from '@parlour/kernel/policy/policy';

/** A poll whose time is over. */
export interface DuePoll {
  readonly pollId: string;
  readonly communityId: string;
}

/** Closes polls whose time is over. Source: decisions P-1. */
export function closingsDue(cause: Cause): readonly DuePoll[] {
  return cause.kind === 'due' ? [cause.due.data as DuePoll] : []; // what the query of due polls makes
}
