import type { AddQuestion, QuestionRowWire, QuestionWire, Vote, VoteWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';
import type { Call, CallMeta } from '../../shared/http/client.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import type { State } from '../../shared/state/store-types.ts';
import { splitAnswers, withPart } from './answer-parts.ts';
import type { QuestionListOf } from './question-search.ts';

/** One page of a list as it lies in the cache. */
export interface QuestionPage extends ListPage<QuestionRowWire> {
  /** New rows that came live and must not push away what is being read. Only the first page has any. */
  readonly waiting: readonly QuestionRowWire[];
}

/** The whole body as the specification shapes it; what the server owns is sent empty and dropped there. */
export interface NewQuestion extends AddQuestion {
  readonly askDateTime: string;
}

/** A question on its own page, and whose page that is. */
export interface OpenQuestion {
  readonly id: string;
  readonly viewer: string;
}

/** One switch of something of one's own on a question. */
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

/** The name of one list among the cache's tags. */
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
    /** The first page again, beside the list on the screen: to see whether something new belongs to it. */
    getFirstQuestions: build.query<QuestionPage, QuestionListOf>({
      query: (list) => listCall(list, ''),
      transformResponse: toPage,
      keepUnusedDataFor: 0,
    }),
    /** With its first answers; read again, as far as before, so that none leaves the screen. */
    getQuestion: build.query<QuestionWire, OpenQuestion>({
      queryFn: async (open, { getState, queryCacheKey = '' }, _options, callServer) => {
        // The page's own store, of which the endpoints know nothing, and this query's own entry.
        const before = (getState() as State).api.queries[queryCacheKey]?.data as QuestionWire | undefined;
        let question: QuestionWire | undefined;
        for (;;) {
          const { data, error } = await callServer(questionCall(open, question?.moreAnswersAfter));
          if (error) return { error };
          const part = data as QuestionWire; // what this call answers
          question = question ? withPart(question, part) : part;
          if (question.moreAnswersAfter === undefined) return { data: question };
          if (!before || question.answers.length >= splitAnswers(before).read.length) return { data: question };
        }
      },
      providesTags: (_result, _error, { id }) => [{ type: 'Question', id }],
    }),
    /** The answers that follow one; they become the open question's own. */
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
    /** Casts a vote, moves it, or takes it back when it stands there already (decisions Q-3). */
    vote: build.mutation<VoteWire, OwnChange & { readonly vote: Vote }>({
      query: ({ id, viewer, vote, submissionKey }) => ({
        path: vote === 'up' ? '/question/upvoteQuestion' : '/question/downvoteQuestion',
        method: 'POST',
        body: { qid: id, username: viewer },
        submissionKey,
      }),
    }),
    /** Follows a question, or no longer. */
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
