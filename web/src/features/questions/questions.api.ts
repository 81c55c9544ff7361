import type { AddQuestion, QuestionRowWire, QuestionWire, Vote, VoteWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';
import type { Call, CallMeta } from '../../shared/http/client.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import type { State } from '../../shared/state/store-types.ts';
import { splitAnswers, withPart } from './answer-parts.ts';
import type { QuestionListOf } from './question-search.ts';

/** A cached page of a list. */
export interface QuestionPage extends ListPage<QuestionRowWire> {
  /** New live rows that must not push away what is being read. Only the first page has any. */
  readonly waiting: readonly QuestionRowWire[];
}

/**
 * The whole body in the specification's format; the server drops the fields it sets itself, so they
 * are sent empty.
 */
export interface NewQuestion extends AddQuestion {
  readonly askDateTime: string;
}

/** The arguments of an open question: its id and the viewer. */
export interface OpenQuestion {
  readonly id: string;
  readonly viewer: string;
}

/** A toggle that the viewer owns: vote or follow. */
interface OwnChange {
  readonly id: string;
  readonly viewer: string;
  readonly submissionKey: string;
}

const emptyLists = { answers: [], upVotes: [], downVotes: [], views: [], comments: [], following: [] };

function toPage(rows: QuestionRowWire[], meta: CallMeta | undefined): QuestionPage {
  return { ...toListPage(rows, meta), waiting: [] };
}

function listCall({ order, search, tag, viewer, communityId }: QuestionListOf, cursor: string) {
  return {
    path: '/question/getQuestion',
    query: { order, search, tag, username: viewer, communityId, cursor: cursor === '' ? undefined : cursor },
  };
}

function questionCall({ id, viewer }: OpenQuestion, after?: string): Call {
  return { path: `/question/getQuestionById/${encodeURIComponent(id)}`, query: { username: viewer, after } };
}

/** The cache tag of a list. */
export function listTag(list: QuestionListOf) {
  return {
    type: 'Questions' as const,
    id: `${list.communityId ?? ''} ${list.order} ${JSON.stringify([list.search, list.tag])}`,
  };
}

export const questionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: build.infiniteQuery<QuestionPage, QuestionListOf, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg, pageParam }) => listCall(queryArg, pageParam),
      transformResponse: toPage,
      providesTags: (_result, _error, list) => [listTag(list)],
    }),
    /** Refetches the first page separately, to see whether it has new rows. */
    getFirstQuestions: build.query<QuestionPage, QuestionListOf>({
      query: (list) => listCall(list, ''),
      transformResponse: toPage,
      keepUnusedDataFor: 0,
    }),
    /**
     * With its first answers. A refetch loads as many as before, so that none leaves the screen.
     */
    getQuestion: build.query<QuestionWire, OpenQuestion>({
      queryFn: async (open, { getState, queryCacheKey = '' }, _options, callServer) => {
        // the page's own store, whose type the endpoints don't know, and this query's entry
        const before = (getState() as State).api.queries[queryCacheKey]?.data as QuestionWire | undefined;
        let question: QuestionWire | undefined;
        for (;;) {
          const { data, error } = await callServer(questionCall(open, question?.moreAnswersAfter));
          if (error) return { error };
          const part = data as QuestionWire; // the reply of this call
          question = question ? withPart(question, part) : part;
          if (question.moreAnswersAfter === undefined) return { data: question };
          if (!before || question.answers.length >= splitAnswers(before).read.length) return { data: question };
        }
      },
      providesTags: (_result, _error, { id }) => [{ type: 'Question', id }],
    }),
    /** The answers after a given one; they are added to the open question. */
    getMoreAnswers: build.query<QuestionWire, OpenQuestion & { readonly after: string }>({
      query: ({ after, ...open }) => questionCall(open, after),
      keepUnusedDataFor: 0,
    }),
    addQuestion: build.mutation<QuestionWire, { readonly question: NewQuestion; readonly submissionKey: string }>({
      query: ({ question, submissionKey }) => ({
        path: '/question/addQuestion',
        method: 'POST',
        body: { ...emptyLists, ...question },
        submissionKey,
      }),
    }),
    /** Casts or changes a vote; casting the same one again takes it back (decisions Q-3). */
    vote: build.mutation<VoteWire, OwnChange & { readonly vote: Vote }>({
      query: ({ id, viewer, vote, submissionKey }) => ({
        path: vote === 'up' ? '/question/upvoteQuestion' : '/question/downvoteQuestion',
        method: 'POST',
        body: { qid: id, username: viewer },
        submissionKey,
      }),
    }),
    /** Follows or unfollows a question. */
    followQuestion: build.mutation<QuestionWire, OwnChange>({
      query: ({ id, viewer, submissionKey }) => ({
        path: '/question/followQuestion',
        method: 'POST',
        body: { qid: id, username: viewer },
        submissionKey,
      }),
    }),
  }),
});

export const {
  useGetQuestionsInfiniteQuery,
  useGetQuestionQuery,
  useAddQuestionMutation,
  useVoteMutation,
  useFollowQuestionMutation,
} = questionsApi;
