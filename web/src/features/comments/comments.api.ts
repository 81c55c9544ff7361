import type { CommentWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';

/** The targets of a comment. */
export type Commented = 'question' | 'answer';

/** A comment in the specification's format. */
export interface NewComment {
  readonly id: string;
  readonly type: Commented;
  readonly text: string;
  readonly commentBy: string;
  readonly commentDateTime: string;
  readonly submissionKey: string;
}

const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addComment: build.mutation<CommentWire, NewComment>({
      query: ({ id, type, text, commentBy, commentDateTime, submissionKey }) => ({
        path: '/comment/addComment',
        method: 'POST',
        body: { id, type, comment: { text, commentBy, commentDateTime } },
        submissionKey,
      }),
    }),
  }),
});

export const { useAddCommentMutation } = commentsApi;
