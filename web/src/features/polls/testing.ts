import type { PollOptionWire, PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';

/** An option with these voters. */
export function optionOf(text: string, votes: readonly string[] = []): PollOptionWire {
  return { _id: `option ${text}`, text, votes, voteCount: votes.length };
}

/** A poll, North or South, with defaults for what the test doesn't set. */
export function pollOf(change: Partial<PollWire> & { readonly _id: string }): PollWire {
  return {
    questionText: `Question of ${change._id}`,
    options: [optionOf('North', ['bea', 'cay']), optionOf('South')],
    expiresAt: '2126-01-05T09:03:07.000Z',
    status: 'active',
    createdBy: 'bea',
    communityId: 'c1',
    createdAt: '2026-06-01T10:00:00.000Z',
    ...unedited,
    ...change,
  };
}
