import type { PollOptionWire } from '@parlour/contracts/communities/communities';
import { votesOf } from '../poll-cache.ts';

/** An option's part of all votes, from 0 to 1. */
export function shareOf(option: PollOptionWire, options: readonly PollOptionWire[]): number {
  const total = votesOf(options);
  return total === 0 ? 0 : option.voteCount / total;
}

/** The outcome for an option of a closed poll: several may have the most votes. */
export function outcomeOf(option: PollOptionWire, options: readonly PollOptionWire[]): 'Winner' | 'Tied' | undefined {
  if (option.voteCount === 0) return undefined;
  if (options.some(({ voteCount }) => voteCount > option.voteCount)) return undefined;
  return options.filter(({ voteCount }) => voteCount === option.voteCount).length > 1 ? 'Tied' : 'Winner';
}
