import type { AnswerWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';

/** An answer in the specification's format. */
export interface NewAnswer {
  readonly qid: string;
  readonly text: string;
  readonly ansBy: string;
  readonly ansDateTime: string;
  readonly submissionKey: string;
}

const answersApi = api.injectEndpoints({
  endpoints: (build) => ({
    addAnswer: build.mutation<AnswerWire, NewAnswer>({
      query: ({ qid, text, ansBy, ansDateTime, submissionKey }) => ({
        path: '/answer/addAnswer',
        method: 'POST',
        body: { qid, ans: { text, ansBy, ansDateTime, comments: [] } },
        submissionKey,
      }),
    }),
  }),
});

export const { useAddAnswerMutation } = answersApi;
