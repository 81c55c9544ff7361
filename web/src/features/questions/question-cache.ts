import { limits } from '@parlour/contracts/limits';
import type {
  AnswerWire,
  CommentWire,
  LastActivityWire,
  QuestionHeadWire,
  QuestionRowWire,
  QuestionWire,
  VoteWire,
} from '@parlour/contracts/qa/qa';
import type { Draft } from '@reduxjs/toolkit';
import { api, tagOf } from '../../shared/api.ts';
import { serverNow } from '../../shared/http/server-clock.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { State, Thunk } from '../../shared/state/store.ts';
import { isCapped, isGoneFrom, isMisplaced, type QuestionListOf } from './list/question-search.ts';
import { withPart } from './question/answer-parts.ts';
import type { OpenQuestion } from './question-calls.ts';
import { listTag, questionsApi } from './questions.api.ts';
import { voteOf } from './vote/voting.ts';

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
    misplaced: pages[0]?.misplaced ?? [],
    complete: pages.length > 0 && pages.at(-1)?.next === undefined,
    present: pages.length > 0,
  };
}

/** Updates a question in place in every list that has it, and notes where it no longer belongs. */
function changeQuestion(id: string, change: (row: QuestionRowWire) => QuestionRowWire): Thunk {
  return (dispatch, getState) => {
    for (const list of cachedLists(getState())) {
      const { rows, waiting, misplaced } = loaded(getState(), list);
      const at = rows.findIndex((row) => row._id === id);
      const listed = rows[at];
      if (!listed && !waiting.some((row) => row._id === id)) continue;
      const others = misplaced.filter((each) => each !== id);
      const isOut = listed && isMisplaced(list, listed, change(listed), rows[at - 1], others.length < misplaced.length);
      dispatch(
        questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
          const { pages } = writable(draft);
          if (pages[0]) pages[0].misplaced = isOut ? [...others, id] : others;
          for (const page of pages) {
            for (const each of [page.rows, page.waiting]) {
              const index = each.findIndex((row) => row._id === id);
              const row = each[index];
              if (row) each[index] = writable(change(row));
            }
            page.waiting = page.waiting.filter((row) => row._id !== id || !isGoneFrom(list, row));
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
function changeOpenQuestion(id: string, change: (draft: Draft<QuestionWire>, open: OpenQuestion) => void): Thunk {
  return (dispatch, getState) => {
    for (const open of questionsApi.util.selectCachedArgsForQuery(getState(), 'getQuestion')) {
      if (open.id !== id) continue;
      dispatch(
        questionsApi.util.updateQueryData('getQuestion', open, (draft) => {
          change(writable(draft), open);
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
  return (dispatch, getState) => {
    const viewer = selectUsername(getState());
    if (row.deleted) dispatch(dropQuestion(row._id));
    else {
      dispatch(
        changeQuestion(row._id, (old) => {
          const isUnread = bringsAnswer(row, old, viewer) && (isRecent(row) || isKnownTo(viewer, old));
          return { ...newest(old, row), unread: old.unread === true || isUnread };
        }),
      );
    }
    dispatch(changeOpenQuestion(row._id, (draft) => void Object.assign(draft, newest(draft, row))));
  };
}

/** Whether a live row tells of another's answer. Source: decisions Q-36. */
function bringsAnswer(
  { lastActivity: latest }: QuestionRowWire,
  { lastActivity: known }: QuestionRowWire,
  viewer: string | undefined,
): boolean {
  return latest?.what === 'answered' && latest.who !== viewer && latest.when !== known?.when;
}

/** The questions that the viewer has read since the page was loaded. */
const readHere = new Set<string>();

/**
 * Whether the viewer is known to have read a question before. A row doesn't say so: it is not
 * unread either if they never opened it and it is old.
 */
function isKnownTo(viewer: string | undefined, { _id: id, askedBy, lastActivity }: QuestionRowWire): boolean {
  return askedBy === viewer || lastActivity?.who === viewer || readHere.has(id);
}

/** Whether a question is pointed out to those who have not opened it. Source: decisions Q-36. */
function isRecent({ askDateTime }: QuestionRowWire): boolean {
  return serverNow() - Date.parse(askDateTime) < limits.unreadDays * 24 * 60 * 60 * 1000;
}

/** Whether a question that enters a list is unread: it may be an old one that was restored. */
export function isNewTo(viewer: string | undefined, row: QuestionRowWire): boolean {
  return row.lastActivity === null && isRecent(row) && !isKnownTo(viewer, row);
}

/** The viewer reads a question, so no list shows it as unread. Returns whether one did. */
export function showRead(id: string): Thunk<boolean> {
  return (dispatch, getState) => {
    readHere.add(id);
    for (const list of cachedLists(getState())) {
      const { rows, waiting } = loaded(getState(), list);
      if (![...rows, ...waiting].some((row) => row._id === id && row.unread)) continue;
      dispatch(changeQuestion(id, (row) => ({ ...row, unread: false })));
      return true;
    }
    return false;
  };
}

/** Applies how often a question was viewed. */
export function showViews({ _id: id, viewCount }: QuestionRowWire): Thunk {
  return (dispatch) => {
    dispatch(changeQuestion(id, (row) => ({ ...row, viewCount })));
    dispatch(changeOpenQuestion(id, (draft) => void Object.assign(draft, { viewCount })));
  };
}

/**
 * Takes a deleted question out of every list of questions; search results keep it until they are
 * read again.
 */
function dropQuestion(id: string): Thunk {
  return (dispatch, getState) => {
    for (const list of cachedLists(getState())) {
      const { rows, waiting } = loaded(getState(), list);
      if (![...rows, ...waiting].some((row) => row._id === id)) continue;
      dispatch(
        questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
          const isListed = rows.some((row) => row._id === id);
          for (const page of writable(draft).pages) {
            page.rows = page.rows.filter((row) => row._id !== id);
            page.waiting = page.waiting.filter((row) => row._id !== id);
            page.misplaced = page.misplaced.filter((each) => each !== id);
            if (isListed && !isCapped(list, page.total)) page.total = Math.max(0, page.total - 1);
          }
        }),
      );
    }
  };
}

/** A row may have been read before an edit that is known here already. */
function newest(old: QuestionHeadWire, row: QuestionRowWire): QuestionRowWire {
  if (row.version >= old.version) return row;
  const { text: _, ...others } = row;
  return { ...others, ...contentOf(old) };
}

function contentOf({ title, tags, excerpt, version, editedAt, deleted }: QuestionHeadWire) {
  return { title, tags, excerpt, version, editedAt, deleted };
}

/** Shows a question as it was just saved. */
export function showEdited(question: QuestionWire): Thunk {
  const { _id: id, text } = question;
  return (dispatch) => {
    if (question.deleted) dispatch(dropQuestion(id));
    else dispatch(changeQuestion(id, (row) => ({ ...row, ...contentOf(question) })));
    dispatch(changeOpenQuestion(id, (draft) => void Object.assign(draft, contentOf(question), { text })));
  };
}

/** Changes a post's text, unless a newer version is known here already. */
function update(
  known: Draft<AnswerWire | CommentWire>,
  { text, version, editedAt, deleted }: AnswerWire | CommentWire,
) {
  if (version >= known.version) Object.assign(known, { text, version, editedAt, deleted });
}

/**
 * Adds an answer to its open question, or updates it if it is there. Others keep their places, also
 * if the order by score has changed meanwhile: the text under the reader's eyes never moves.
 */
export function appendAnswer(qid: string, answer: AnswerWire): Thunk {
  return changeOpenQuestion(qid, (draft, { answers: order }) => {
    if (updateAnswer(draft, answer)) return;
    draft.answers.splice(placeOf(draft, answer, order), 0, writable(answer));
    draft.answerCount = Math.max(draft.answerCount, countOf(draft.answers));
  });
}

/** How many of these count as answers: a deleted one only keeps its place. */
function countOf(answers: readonly Pick<AnswerWire, 'deleted'>[]): number {
  return answers.filter(({ deleted }) => !deleted).length;
}

/** Updates an answer of an open question, if it is loaded. */
export function changeAnswer(qid: string, answer: AnswerWire): Thunk {
  return changeOpenQuestion(qid, (draft) => void updateAnswer(draft, answer));
}

/**
 * Comments come by events of their own, and the viewer's vote is missing in what goes to many.
 * Returns whether the answer is there.
 */
function updateAnswer(draft: Draft<QuestionWire>, answer: AnswerWire): boolean {
  const known = draft.answers.find((each) => each._id === answer._id);
  if (!known) return false;
  const { score, accepted, myVote } = answer;
  update(known, answer);
  Object.assign(known, { score, accepted, ...(myVote !== undefined && { myVote }) });
  return true;
}

/** Where an answer belongs that is not there: a restored one has a place in between. */
function placeOf(
  { answers }: Draft<QuestionWire>,
  { ansDateTime: at }: AnswerWire,
  order: OpenQuestion['answers'],
): number {
  if (order === 'best') return answers.length;
  if (order !== 'newest') return answers.findLastIndex((each) => each.ansDateTime <= at) + 1;
  const older = answers.findIndex((each) => each.ansDateTime <= at);
  return older < 0 ? answers.length : older;
}

/** Applies which answer the asker has accepted. */
export function showAccepted(qid: string, acceptedAnswerId: string | null): Thunk {
  return (dispatch) => {
    dispatch(changeQuestion(qid, (row) => ({ ...row, acceptedAnswerId })));
    dispatch(
      changeOpenQuestion(qid, (draft) => {
        draft.acceptedAnswerId = acceptedAnswerId;
        for (const answer of draft.answers) answer.accepted = answer._id === acceptedAnswerId;
      }),
    );
  };
}

/** Loads the answers after those loaded; returns the error, or undefined. */
export function readMoreAnswers(open: OpenQuestion, after: string): Thunk<Promise<unknown>> {
  return async (dispatch) => {
    const { getMoreAnswers } = questionsApi.endpoints;
    const request = getMoreAnswers.initiate({ ...open, after }, { forceRefetch: true, subscribe: false });
    const { data: part, error } = await dispatch(request);
    if (!part) return error;
    let isShort = false;
    dispatch(
      questionsApi.util.updateQueryData('getQuestion', open, (draft) => {
        // A refetch meanwhile may have loaded them already.
        if (draft.moreAnswersAfter !== after) return;
        const { answers, moreAnswersAfter } = withPart(draft, part);
        Object.assign(draft, { answers, moreAnswersAfter });
        isShort = moreAnswersAfter === undefined && countOf(answers) < part.answerCount;
      }),
    );
    // Votes have moved an answer from what was still to come to what had come.
    if (isShort) dispatch(api.util.invalidateTags([tagOf('Question', open.id)]));
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
  return (dispatch) => {
    for (const { commentBy, commentDateTime } of came) {
      const activity: LastActivityWire = { who: commentBy, when: commentDateTime, what: 'commented' };
      dispatch(changeQuestion(qid, (row) => (isLater(activity, row) ? { ...row, lastActivity: activity } : row)));
    }
    dispatch(addToOpenQuestion(qid, id, came));
  };
}

/** An event may also be of an old comment, whose text the operator blanked. */
function isLater({ when }: LastActivityWire, { lastActivity }: QuestionRowWire): boolean {
  return !lastActivity || lastActivity.when < when;
}

function addToOpenQuestion(qid: string, id: string, came: readonly CommentWire[]): Thunk {
  return changeOpenQuestion(qid, (draft) => {
    const comments = id === qid ? draft.comments : draft.answers.find((answer) => answer._id === id)?.comments;
    for (const comment of came) {
      const known = comments?.find((each) => each._id === comment._id);
      if (known) update(known, comment);
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
      changeOpenQuestion(qid, (draft, { username: viewer }) => {
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
