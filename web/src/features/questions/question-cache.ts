import type { AnswerWire, CommentWire, QuestionRowWire, QuestionWire, VoteWire } from '@parlour/contracts/qa';
import type { Draft } from '@reduxjs/toolkit';
import { api } from '../../shared/api.ts';
import type { State, Thunk } from '../../shared/state/store-types.ts';
import type { QuestionListOf } from './question-search.ts';
import { withPart } from './answer-parts.ts';
import { listTag, questionsApi, type OpenQuestion } from './questions.api.ts';
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

/** Changes a question wherever a list holds it, in place. */
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
 * Changes a question where it is open, on its own page. Only what is different may be written: the cache copies whatever is, and
 * every copied answer would be drawn again.
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

/** What the wire declares read-only is, inside a recipe of the cache, there to be written. */
function writable<Value>(value: Value): Draft<Value> {
  // The same value: Immer takes notes of what is written and makes a new one.
  return value as Draft<Value>;
}

/** Puts a newer row in the place of each one that is there, what it says also on the question's own page. */
export function replaceQuestion(row: QuestionRowWire): Thunk {
  return (dispatch) => {
    dispatch(changeQuestion(row._id, () => row));
    dispatch(changeOpenQuestion(row._id, (draft) => void Object.assign(draft, row)));
  };
}

/** Appends an answer to its question, if that is open; one that it has already says what it says now. */
export function appendAnswer(qid: string, answer: AnswerWire): Thunk {
  return changeOpenQuestion(qid, (draft) => {
    const known = draft.answers.find((each) => each._id === answer._id);
    if (known) known.text = answer.text;
    if (known) return;
    draft.answers.push(writable(answer));
    draft.answerCount = Math.max(draft.answerCount, draft.answers.length);
  });
}

/** Reads the answers that follow those that are there; answers what failed, or undefined. */
export function readMoreAnswers(open: OpenQuestion, after: string): Thunk<Promise<unknown>> {
  return async (dispatch) => {
    const { getMoreAnswers } = questionsApi.endpoints;
    const asked = getMoreAnswers.initiate({ ...open, after }, { forceRefetch: true, subscribe: false });
    const { data: part, error } = await dispatch(asked);
    if (!part) return error;
    dispatch(
      questionsApi.util.updateQueryData('getQuestion', open, (draft) => {
        // Read again meanwhile, it may have them already.
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
 * Adds comments to a question that is open, or to the one of its answers that has this id, the oldest first. Those that are there
 * stay, and say what they say now: an event may be older than the reply to one's own comment.
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
 * Shows the votes of a question as the server has them. An event goes to many readers at once and names at most 1,000 voters, so a
 * viewer whom it does not name has what he had before; the reply to one's own vote always names him.
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

/** Shows who follows a question now. What the Following Feed holds hangs on it, and is asked for again. */
export function showFollowing(qid: string, following: readonly string[]): Thunk {
  return (dispatch, getState) => {
    dispatch(changeOpenQuestion(qid, (draft) => void Object.assign(draft, { following })));
    const feeds = cachedLists(getState()).filter((list) => list.order === 'following');
    dispatch(api.util.invalidateTags(feeds.map(listTag)));
  };
}
