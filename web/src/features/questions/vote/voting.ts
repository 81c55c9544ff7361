import type { QuestionWire, Vote } from '@parlour/contracts/qa/qa';

/** A person's current vote. */
export function voteOf(votes: Pick<QuestionWire, 'upVotes' | 'downVotes'>, username: string): Vote | null {
  if (votes.upVotes.includes(username)) return 'up';
  return votes.downVotes.includes(username) ? 'down' : null;
}

const worth = { up: 1, down: -1 } as const satisfies Record<Vote, number>;

/** Upvotes less downvotes. */
export function netVotes({ upVoteCount, downVoteCount }: Pick<QuestionWire, 'upVoteCount' | 'downVoteCount'>): number {
  return upVoteCount - downVoteCount;
}

/** The net count after one person's vote has changed. */
export function netAfter(net: number, before: Vote | null, now: Vote | null): number {
  return net - (before ? worth[before] : 0) + (now ? worth[now] : 0);
}
