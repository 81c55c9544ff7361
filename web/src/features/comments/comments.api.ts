import type { AddComment, EditComment, RestoreComment } from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, type Posted, type Submitted } from '../../shared/http/endpoint.ts';

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
    removeComment: build.mutation<
      ReplyOf<'qa.deleteComment'>,
      Submitted<RestoreComment & { readonly reason?: string }>
    >({
      query: change('/comment/deleteComment', 'DELETE'),
    }),
    restoreComment: build.mutation<ReplyOf<'qa.restoreComment'>, Submitted<RestoreComment>>({
      query: change('/comment/restoreComment'),
    }),
    editComment: build.mutation<ReplyOf<'qa.editComment'>, Submitted<EditComment>>({
      query: change('/comment/editComment', 'PATCH'),
    }),
  }),
});

export const { useAddCommentMutation, useEditCommentMutation, useRemoveCommentMutation, useRestoreCommentMutation } =
  commentsApi;
