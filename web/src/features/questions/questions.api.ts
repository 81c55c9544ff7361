import type { QuestionRowWire, QuestionWire, Vote } from '@parlour/contracts/qa/qa';
import type {
  AcceptAnswer,
  AddQuestion,
  GetQuestionById,
  OnAnswer,
  OnQuestion,
} from '@parlour/contracts/qa/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import type { CallMeta } from '../../shared/http/client.ts';
import { change, paged, type PageOf, type Posted, type Submitted } from '../../shared/http/endpoint.ts';
import { toListPage } from '../../shared/http/pages.ts';
import type { State } from '../../shared/state/store.ts';
import { inKnownOrder, splitAnswers, withPart } from './question/answer-parts.ts';
import { listCall, questionCall, type OpenQuestion } from './question-calls.ts';
import type { QuestionListOf } from './list/question-search.ts';

/** A cached page of a list. */
export interface QuestionPage extends PageOf<'qa.getQuestions'> {
  /** New live rows that must not push away what is being read. Only the first page has any. */
  readonly waiting: readonly QuestionRowWire[];
  /**
   * Ids of listed rows that have changed so that they belong elsewhere. Only the first page has
   * any.
   */
  readonly misplaced: readonly string[];
}

/** Fields of a new question that the server sets itself; the specification's format has them. */
const emptyLists = { answers: [], upVotes: [], downVotes: [], views: [], comments: [], following: [] };

function toPage(rows: QuestionRowWire[], meta: CallMeta | undefined): QuestionPage {
  return { ...toListPage(rows, meta), waiting: [], misplaced: [] };
}

/** The cache tag of a list. */
export function listTag(list: QuestionListOf) {
  return {
    type: 'Questions' as const,
    id: `${list.communityId ?? ''} ${list.order} ${JSON.stringify([list.search, list.tag, list.author])}`,
  };
}

export const questionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: build.infiniteQuery<QuestionPage, QuestionListOf, string>({
      ...paged(listCall),
      transformResponse: toPage,
      providesTags: (_result, _error, list) => [listTag(list)],
    }),
    /** Refetches the first page separately, to see whether it has new rows. */
    getFirstQuestions: build.query<QuestionPage, QuestionListOf>({
      query: listCall,
      transformResponse: toPage,
      keepUnusedDataFor: 0,
    }),
    /**
     * With its first answers. A refetch loads as many as before, so that none leaves the screen,
     * and leaves them in their places.
     */
    getQuestion: build.query<ReplyOf<'qa.getQuestionById'>, OpenQuestion>({
      queryFn: async (open, { getState, queryCacheKey = '' }, _options, callServer) => {
        // the page's own store, whose type the endpoints don't know, and this query's entry
        const before = (getState() as State).api.queries[queryCacheKey]?.data as QuestionWire | undefined;
        let question: QuestionWire | undefined;
        for (;;) {
          const { data, error } = await callServer(questionCall({ ...open, after: question?.moreAnswersAfter ?? '' }));
          if (error) return { error };
          const part = data as QuestionWire; // the reply of this call
          question = question ? withPart(question, part) : part;
          const wanted = before ? splitAnswers(before).read.length : 0;
          if (question.moreAnswersAfter !== undefined && question.answers.length < wanted) continue;
          return { data: before && open.answers === 'best' ? inKnownOrder(question, before) : question };
        }
      },
      providesTags: (_result, _error, { id }) => [tagOf('Question', id)],
    }),
    /** The answers after a given one; they are added to the open question. */
    getMoreAnswers: build.query<ReplyOf<'qa.getQuestionById'>, OpenQuestion & GetQuestionById>({
      query: questionCall,
      keepUnusedDataFor: 0,
    }),
    /** The newest questions with any of some tags. */
    getQuestionsWithTags: build.query<
      readonly QuestionRowWire[],
      { readonly search: string; readonly username: string }
    >({
      query: ({ search, username }) => ({
        path: '/question/getQuestion',
        query: { order: 'newest', search, username, limit: 25 },
      }),
      providesTags: [{ type: 'Questions', id: 'similar' }],
    }),
    /** The questions most like a title that is being typed. */
    getQuestionsLike: build.query<ReplyOf<'qa.similar'>, { readonly title: string; readonly username: string }>({
      query: ({ title }) => ({ path: '/question/similar', query: { title } }),
      providesTags: [{ type: 'Questions', id: 'similar' }],
    }),
    addQuestion: build.mutation<ReplyOf<'qa.addQuestion'>, Posted<AddQuestion>>({
      query: ({ at, submissionKey, ...question }) => ({
        path: '/question/addQuestion',
        method: 'POST',
        body: { ...emptyLists, ...question, askDateTime: at },
        submissionKey,
      }),
    }),
    /** Casts or changes a vote; casting the same one again takes it back (decisions Q-3). */
    vote: build.mutation<ReplyOf<'qa.vote'>, Submitted<OnQuestion> & { readonly vote: Vote }>({
      query: ({ vote, ...cast }) =>
        change(vote === 'up' ? '/question/upvoteQuestion' : '/question/downvoteQuestion')(cast),
    }),
    /** The same for an answer. */
    voteOnAnswer: build.mutation<ReplyOf<'qa.voteOnAnswer'>, Submitted<OnAnswer> & { readonly vote: Vote }>({
      query: ({ vote, ...cast }) => change(vote === 'up' ? '/answer/upvoteAnswer' : '/answer/downvoteAnswer')(cast),
    }),
    acceptAnswer: build.mutation<ReplyOf<'qa.acceptAnswer'>, Submitted<AcceptAnswer>>({
      query: change('/question/acceptAnswer'),
    }),
    /** Reading a question from the server marks it too. */
    markQuestionRead: build.mutation<ReplyOf<'qa.markRead'>, Submitted<OnQuestion>>({
      query: change('/question/markRead'),
    }),
    /** Follows or unfollows a question. */
    followQuestion: build.mutation<ReplyOf<'qa.followQuestion'>, Submitted<OnQuestion>>({
      query: change('/question/followQuestion'),
    }),
  }),
});

export const {
  useGetQuestionsInfiniteQuery,
  useGetFirstQuestionsQuery,
  useGetQuestionQuery,
  useAddQuestionMutation,
  useVoteMutation,
  useVoteOnAnswerMutation,
  useAcceptAnswerMutation,
  useFollowQuestionMutation,
  useGetQuestionsWithTagsQuery,
  useGetQuestionsLikeQuery,
} = questionsApi;
