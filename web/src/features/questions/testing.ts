import { unedited } from '@parlour/contracts/posts/editable';
import type { QuestionRowWire, QuestionWire } from '@parlour/contracts/qa/qa';

/** A list row with defaults for what the test doesn't set. */
export function rowOf(change: Partial<QuestionRowWire> & { readonly _id: string }): QuestionRowWire {
  return {
    title: `Title of ${change._id}`,
    tags: [{ name: 'garden', description: 'user added tag' }],
    askedBy: 'bea',
    askDateTime: '2026-06-01T10:00:00.000Z',
    onlyFollowers: false,
    communityId: null,
    acceptedAnswerId: null,
    answerCount: 0,
    viewCount: 0,
    upVoteCount: 0,
    downVoteCount: 0,
    excerpt: 'Text',
    lastActivity: null,
    ...unedited,
    ...change,
  };
}

/** A whole question around a row. */
export function questionOf(change: Partial<QuestionWire> & { readonly _id: string }): QuestionWire {
  const { lastActivity: _, ...head } = rowOf(change);
  return {
    ...head,
    text: 'Text',
    answers: [],
    comments: [],
    upVotes: [],
    downVotes: [],
    views: [],
    following: [],
    ...change,
  };
}
