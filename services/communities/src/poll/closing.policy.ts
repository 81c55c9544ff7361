import type { Due } from '@parlour/kernel/policy/policy';

/** A poll whose time is over. */
export interface DuePoll {
  readonly pollId: string;
  readonly communityId: string;
}

/** Closes polls whose time is over. Source: decisions P-1. */
export function closingsDue({ data }: Due): readonly DuePoll[] {
  return [data as DuePoll]; // what the query of due polls makes
}
