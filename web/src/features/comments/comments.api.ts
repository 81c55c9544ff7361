import type { AddComment } from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import type { Posted } from '../../shared/http/endpoint.ts';

/** The targets of a comment. */
export type Commented = AddComment['type'];

const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addComment: build.mutation<ReplyOf<'qa.addComment'>, Posted<AddComment>>({
      query: ({ id, type, comment, at, submissionKey }) => ({
        path: '/comment/addComment',
        method: 'POST',
        body: { id, type, comment: { ...comment, commentDateTime: at } },
        submissionKey,
      }),
    }),
  }),
});

export const { useAddCommentMutation } = commentsApi;
