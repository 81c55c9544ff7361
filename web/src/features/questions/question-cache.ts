import type { AnswerWire, CommentWire, QuestionRowWire, QuestionWire, VoteWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';
import type { State, Thunk } from '../../shared/state/store-types.ts';
import type { QuestionListOf } from './question-search.ts';
import { listTag, questionsApi } from './questions.api.ts';
import { voteOf } from './voting.ts';

/** Every list of questions that lies in the cache. */
export function cachedLists(state: State): QuestionListOf[] {
  return questionsApi.util.selectCachedArgsForQuery(state, 'getQuestions');
}

/** What of a list is there. */
export function loaded(state: State, list: QuestionListOf) {
  const pages = questionsApi.endpoints.getQuestions.select(list)(state).data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page.rows),
    waiting: pages[0]?.waiting ?? [],
    complete: pages.length > 0 && pages.at(-1)?.next === undefined,
    present: pages.length > 0,
  };
}

/** Changes a question wherever it lies: in lists, in place, and on its own page. */
function changeQuestion(id: string, change: (row: QuestionRowWire) => QuestionRowWire): Thunk {
  return (dispatch, getState) => {
    const replace = (rows: readonly QuestionRowWire[]) => rows.map((row) => (row._id === id ? change(row) : row));
    for (const list of cachedLists(getState())) {
      const { rows, waiting } = loaded(getState(), list);
      if (![...rows, ...waiting].some((row) => row._id === id)) continue;
      dispatch(
        questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
          for (const page of draft.pages)
            Object.assign(page, { rows: replace(page.rows), waiting: replace(page.waiting) });
        }),
      );
    }
  };
}

/** Changes a question where it is open, on its own page. */
function changeOpenQuestion(
  id: string,
  change: (question: QuestionWire, viewer: string) => Partial<QuestionWire>,
): Thunk {
  return (dispatch, getState) => {
    for (const open of questionsApi.util.selectCachedArgsForQuery(getState(), 'getQuestion')) {
      if (open.id !== id) continue;
      const question = questionsApi.endpoints.getQuestion.select(open)(getState()).data;
      if (!question) continue;
      const changed = change(question, open.viewer);
      dispatch(questionsApi.util.updateQueryData('getQuestion', open, (draft) => void Object.assign(draft, changed)));
    }
  };
}

/** Puts a newer row in the place of each one that is there, its counts also on the question's own page. */
export function replaceQuestion(row: QuestionRowWire): Thunk {
  return (dispatch) => {
    dispatch(changeQuestion(row._id, () => row));
    dispatch(changeOpenQuestion(row._id, () => row));
  };
}

/** Appends an answer to its question, if that is open and does not have it yet. */
export function appendAnswer(qid: string, answer: AnswerWire): Thunk {
  return changeOpenQuestion(qid, ({ answers: before, answerCount }) => {
    if (before.some((known) => known._id === answer._id)) return {};
    const answers = [...before, answer];
    return { answers, answerCount: Math.max(answerCount, answers.length) };
  });
}

/** The ones there are and the ones that came, the oldest first: an event may be older than the reply to one's own comment. */
function withComments(before: readonly CommentWire[], came: readonly CommentWire[]): readonly CommentWire[] {
  const known = new Set(before.map((comment) => comment._id));
  const fresh = came.filter((comment) => !known.has(comment._id));
  if (fresh.length === 0) return before;
  return [...before, ...fresh].sort((a, b) =>
    a.commentDateTime === b.commentDateTime ? (a._id < b._id ? -1 : 1) : a.commentDateTime < b.commentDateTime ? -1 : 1,
  );
}

/** Adds comments to a question that is open, or to the one of its answers that has this id. */
export function addComments(qid: string, id: string, came: readonly CommentWire[]): Thunk {
  return changeOpenQuestion(qid, ({ comments, answers }) =>
    id === qid
      ? { comments: withComments(comments, came) }
      : {
          answers: answers.map((answer) =>
            answer._id === id ? { ...answer, comments: withComments(answer.comments, came) } : answer,
          ),
        },
  );
}

/**
 * Shows the votes of a question as the server has them. An event goes to many readers at once and names at most 1,000 voters, so a
 * viewer whom it does not name has what he had before; the reply to one's own vote always names him.
 */
export function showVotes(qid: string, votes: Omit<VoteWire, 'msg'>, from: 'reply' | 'event'): Thunk {
  const { upVoteCount, downVoteCount } = votes;
  return (dispatch) => {
    dispatch(changeQuestion(qid, (row) => ({ ...row, upVoteCount, downVoteCount })));
    dispatch(
      changeOpenQuestion(qid, (question, viewer) => {
        const cut = votes.upVotes.length < upVoteCount || votes.downVotes.length < downVoteCount;
        const own = from === 'event' && cut && voteOf(votes, viewer) === null ? voteOf(question, viewer) : null;
        return {
          upVoteCount,
          downVoteCount,
          upVotes: own === 'up' ? [...votes.upVotes, viewer] : votes.upVotes,
          downVotes: own === 'down' ? [...votes.downVotes, viewer] : votes.downVotes,
        };
      }),
    );
  };
}

/** Shows who follows a question now. What the Following Feed holds hangs on it, and is asked for again. */
export function showFollowing(qid: string, following: readonly string[]): Thunk {
  return (dispatch, getState) => {
    dispatch(changeOpenQuestion(qid, () => ({ following })));
    const feeds = cachedLists(getState()).filter((list) => list.order === 'following');
    dispatch(api.util.invalidateTags(feeds.map(listTag)));
  };
}
