import type { AnswerWire, CommentWire, QuestionRowWire, QuestionWire, VoteWire } from '@parlour/contracts/qa';
import type { Draft } from '@reduxjs/toolkit';
import { api } from '../../shared/api.ts';
import type { State, Thunk } from '../../shared/state/store-types.ts';
import type { QuestionListOf } from './question-search.ts';
import { withPart } from './answer-parts.ts';
import { listTag, questionsApi, type OpenQuestion } from './questions.api.ts';
import { voteOf } from './voting.ts';

/** Every cached list of questions. */
export function cachedLists(state: State): QuestionListOf[] {
  return questionsApi.util.selectCachedArgsForQuery(state, 'getQuestions');
}

/** The loaded part of a list. */
export function loaded(state: State, list: QuestionListOf) {
  const pages = questionsApi.endpoints.getQuestions.select(list)(state).data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page.rows),
    waiting: pages[0]?.waiting ?? [],
    complete: pages.length > 0 && pages.at(-1)?.next === undefined,
    present: pages.length > 0,
  };
}

/** Updates a question in place in every list that has it. */
function changeQuestion(id: string, change: (row: QuestionRowWire) => QuestionRowWire): Thunk {
  return (dispatch, getState) => {
    for (const list of cachedLists(getState())) {
      const { rows, waiting } = loaded(getState(), list);
      if (![...rows, ...waiting].some((row) => row._id === id)) continue;
      dispatch(
        questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
          for (const page of writable(draft).pages) {
            for (const each of [page.rows, page.waiting]) {
              const index = each.findIndex((row) => row._id === id);
              const row = each[index];
              if (row) each[index] = writable(change(row));
            }
          }
        }),
      );
    }
  };
}

/**
 * Updates a question on its own page. Write only differences: the cache copies whatever is written,
 * and every copied answer would re-render.
 */
function changeOpenQuestion(id: string, change: (draft: Draft<QuestionWire>, viewer: string) => void): Thunk {
  return (dispatch, getState) => {
    for (const open of questionsApi.util.selectCachedArgsForQuery(getState(), 'getQuestion')) {
      if (open.id !== id) continue;
      dispatch(
        questionsApi.util.updateQueryData('getQuestion', open, (draft) => {
          change(writable(draft), open.viewer);
        }),
      );
    }
  };
}

/** Makes wire types, which are read-only, writable inside a cache recipe. */
function writable<Value>(value: Value): Draft<Value> {
  // the same value: Immer records the writes and makes a new one
  return value as Draft<Value>;
}

/** Replaces a row wherever it is listed, and updates the question's own page from it. */
export function replaceQuestion(row: QuestionRowWire): Thunk {
  return (dispatch) => {
    dispatch(changeQuestion(row._id, () => row));
    dispatch(changeOpenQuestion(row._id, (draft) => void Object.assign(draft, row)));
  };
}

/** Appends an answer to its open question, or updates it if it is there. */
export function appendAnswer(qid: string, answer: AnswerWire): Thunk {
  return changeOpenQuestion(qid, (draft) => {
    const known = draft.answers.find((each) => each._id === answer._id);
    if (known) known.text = answer.text;
    if (known) return;
    draft.answers.push(writable(answer));
    draft.answerCount = Math.max(draft.answerCount, draft.answers.length);
  });
}

/** Loads the answers after those loaded; returns the error, or undefined. */
export function readMoreAnswers(open: OpenQuestion, after: string): Thunk<Promise<unknown>> {
  return async (dispatch) => {
    const { getMoreAnswers } = questionsApi.endpoints;
    const request = getMoreAnswers.initiate({ ...open, after }, { forceRefetch: true, subscribe: false });
    const { data: part, error } = await dispatch(request);
    if (!part) return error;
    dispatch(
      questionsApi.util.updateQueryData('getQuestion', open, (draft) => {
        // A refetch meanwhile may have loaded them already.
        if (draft.moreAnswersAfter !== after) return;
        const { answers, moreAnswersAfter } = withPart(draft, part);
        Object.assign(draft, { answers, moreAnswersAfter });
      }),
    );
    return undefined;
  };
}

function isBefore(a: CommentWire, b: CommentWire): boolean {
  return a.commentDateTime === b.commentDateTime ? a._id < b._id : a.commentDateTime < b.commentDateTime;
}

/**
 * Adds comments, oldest first, to an open question or to its answer with this id. Existing comments
 * stay and are updated: an event may be older than the reply to the viewer's own comment.
 */
export function addComments(qid: string, id: string, came: readonly CommentWire[]): Thunk {
  return changeOpenQuestion(qid, (draft) => {
    const comments = id === qid ? draft.comments : draft.answers.find((answer) => answer._id === id)?.comments;
    for (const comment of came) {
      const known = comments?.find((each) => each._id === comment._id);
      if (known) known.text = comment.text;
      if (!comments || known) continue;
      const later = comments.findIndex((each) => isBefore(comment, each));
      comments.splice(later === -1 ? comments.length : later, 0, comment);
    }
  });
}

/**
 * Applies a question's votes. An event goes to many readers and names at most 1,000 voters, so a
 * viewer it doesn't name keeps their vote; the reply to the viewer's own vote always names them.
 */
export function showVotes(qid: string, votes: Omit<VoteWire, 'msg'>, from: 'reply' | 'event'): Thunk {
  const { upVotes, downVotes, upVoteCount, downVoteCount } = votes;
  return (dispatch) => {
    dispatch(changeQuestion(qid, (row) => ({ ...row, upVoteCount, downVoteCount })));
    dispatch(
      changeOpenQuestion(qid, (draft, viewer) => {
        const cut = upVotes.length < upVoteCount || downVotes.length < downVoteCount;
        const own = from === 'event' && cut && voteOf(votes, viewer) === null ? voteOf(draft, viewer) : null;
        Object.assign(draft, {
          upVoteCount,
          downVoteCount,
          upVotes: own === 'up' ? [...upVotes, viewer] : upVotes,
          downVotes: own === 'down' ? [...downVotes, viewer] : downVotes,
        });
      }),
    );
  };
}

/** Applies a question's followers. This may change the Following Feed, which is refetched. */
export function showFollowing(qid: string, following: readonly string[]): Thunk {
  return (dispatch, getState) => {
    dispatch(changeOpenQuestion(qid, (draft) => void Object.assign(draft, { following })));
    const feeds = cachedLists(getState()).filter((list) => list.order === 'following');
    dispatch(api.util.invalidateTags(feeds.map(listTag)));
  };
}
