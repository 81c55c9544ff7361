import type { AddAnswer } from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { paged, pathTo, type PageOf, type Posted } from '../../shared/http/endpoint.ts';

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
  }),
});

export const { useAddAnswerMutation, useGetAnswersOfInfiniteQuery } = answersApi;
