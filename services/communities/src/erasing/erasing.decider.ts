import type { PollBlanked } from '@parlour/contracts/polls.events';
import { isPastRestoring } from '@parlour/contracts/editable';
import { once } from '@parlour/kernel/log/decider';
import type { PollState } from '../poll/poll.decider.ts';

/** Erase the texts of a removed poll that can no longer be restored. */
export interface ErasePoll {
  readonly type: 'ErasePoll';
  readonly pollId: string;
  readonly communityId: string;
  readonly poll: PollState;
  /** ISO-8601. */
  readonly now: string;
}

/** The stream of the erasing of one poll. */
export function blankingStream(pollId: string): string {
  return `blanked/${pollId}`;
}

/** The rules of erasing: a poll is erased once. Source: decisions P-14. */
export const erasingDecider = once<ErasePoll, PollBlanked>(({ pollId, communityId, poll, now }) => {
  // It may have been restored meanwhile.
  if (poll.status === 'unbegun' || !poll.deleted || !isPastRestoring(poll.deleted.at, now)) return [];
  return [{ type: 'PollBlanked', data: { pollId, communityId } }];
});
