import type { AddAnswer, EditAnswer, RestoreAnswer } from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, paged, pathTo, type PageOf, type Posted, type Submitted } from '../../shared/http/endpoint.ts';

const answersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A person's answers, the newest first. */
    getAnswersOf: build.infiniteQuery<PageOf<'qa.getAnswersOf'>, string, string>({
      ...paged((username) => ({ path: pathTo`/user/getUser/${username}/answers` })),
      providesTags: [{ type: 'Questions', id: 'answers' }],
    }),
    addAnswer: build.mutation<ReplyOf<'qa.addAnswer'>, Posted<AddAnswer>>({
      query: ({ qid, ans, at, submissionKey }) => ({
        path: '/answer/addAnswer',
        method: 'POST',
        body: { qid, ans: { ...ans, ansDateTime: at, comments: [] } },
        submissionKey,
      }),
    }),
    removeAnswer: build.mutation<ReplyOf<'qa.deleteAnswer'>, Submitted<RestoreAnswer & { readonly reason?: string }>>({
      query: change('/answer/deleteAnswer', 'DELETE'),
    }),
    restoreAnswer: build.mutation<ReplyOf<'qa.restoreAnswer'>, Submitted<RestoreAnswer>>({
      query: change('/answer/restoreAnswer'),
    }),
    /** Read again for each version; the version is no part of the call. */
    getAnswerHistory: build.query<ReplyOf<'qa.answerHistory'>, { readonly aid: string; readonly version: number }>({
      query: ({ aid }) => ({ path: pathTo`/answer/history/${aid}` }),
      keepUnusedDataFor: 0,
    }),
    editAnswer: build.mutation<ReplyOf<'qa.editAnswer'>, Submitted<EditAnswer>>({
      query: change('/answer/editAnswer', 'PATCH'),
    }),
  }),
});

export const {
  useAddAnswerMutation,
  useEditAnswerMutation,
  useGetAnswerHistoryQuery,
  useRemoveAnswerMutation,
  useRestoreAnswerMutation,
  useGetAnswersOfInfiniteQuery,
} = answersApi;
