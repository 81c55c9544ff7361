import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { liveTagLists } from '../../shared/tag-cache-tags.ts';
import { refetchShown } from '../../shared/state/refetch-shown.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { isOutdated } from '../../shared/state/visible-questions.ts';
import {
  addComments,
  appendAnswer,
  cachedLists,
  changeAnswer,
  isNewTo,
  loaded,
  replaceQuestion,
  showViews,
  showVotes,
} from './question-cache.ts';
import { isByDate, isCapped, placeOf, type QuestionListOf } from './list/question-search.ts';
import { listTag, questionsApi } from './questions.api.ts';

/** Debounce: one refetch of a list for a burst of events. */
const askAfterMs = 500;
const askRestMs = 5_000;

/** The same of a search, of which a person has few a minute: the reader's own need them. */
const searchRestMs = 30_000;

/** Refetch of tags: one for all questions asked in this time. */
const tagsRestMs = 3_000;

let areTagsAwaited = false;

const asking = new Map<string, 'soon' | 'resting' | 'missed'>();

/** Lists on the screen, and others about which the server is to be asked when they are shown. */
const onScreen = new Set<string>();
const missedAway = new Set<string>();

function addWaiting(list: QuestionListOf, found: readonly QuestionRowWire[]): Thunk {
  return (dispatch, getState) => {
    const { rows, waiting } = loaded(getState(), list);
    const known = new Set([...rows, ...waiting].map((row) => row._id));
    const fresh = found.filter((row) => !known.has(row._id));
    if (fresh.length === 0) return;
    dispatch(
      questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
        const first = draft.pages[0];
        if (first) Object.assign(first, { waiting: [...fresh, ...first.waiting] });
      }),
    );
  };
}

/** Fetches the top of a list and adds new rows to those waiting. */
function fetchNewRows(list: QuestionListOf): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { data } = await dispatch(
      questionsApi.endpoints.getFirstQuestions.initiate(list, { forceRefetch: true, subscribe: false }),
    );
    if (!data) return;
    const shown = new Set(loaded(getState(), list).rows.map((row) => row._id));
    const lastKnown = data.rows.findLastIndex((row) => shown.has(row._id));
    // Rows after the last known one may be older ones that moved up: not new.
    dispatch(addWaiting(list, lastKnown === -1 ? data.rows : data.rows.slice(0, lastKnown)));
  };
}

/**
 * Schedules such a check, at most one per pause, so that a busy evening doesn't cause as many
 * searches as events.
 */
function askForNew(list: QuestionListOf): Thunk {
  return (dispatch) => {
    const { id } = listTag(list);
    const restMs = list.search || list.tag ? searchRestMs : askRestMs;
    const look = () => {
      asking.set(id, 'resting');
      void dispatch(fetchNewRows(list));
      setTimeout(() => {
        const missed = asking.get(id) === 'missed';
        asking.delete(id);
        if (missed) dispatch(askForNew(list));
      }, restMs);
    };
    const now = asking.get(id);
    if (now === 'resting') asking.set(id, 'missed');
    if (now !== undefined) return;
    asking.set(id, 'soon');
    setTimeout(look, askAfterMs);
  };
}

/**
 * Asks for what came while a list was not shown, or for all of it if the viewer may see other
 * questions since. Returns how to say that it is shown no more.
 */
export function showList(list: QuestionListOf): Thunk<() => void> {
  return (dispatch, getState) => {
    const { id } = listTag(list);
    onScreen.add(id);
    const { isSuccess, fulfilledTimeStamp } = questionsApi.endpoints.getQuestions.select(list)(getState());
    const isMissed = missedAway.delete(id);
    if (isSuccess && isOutdated(fulfilledTimeStamp)) dispatch(refreshList(list));
    else if (isMissed) dispatch(askForNew(list));
    return () => void onScreen.delete(id);
  };
}

/**
 * Applies a new or changed question: replaced where it is, else waiting where it belongs (decisions
 *
 */
export function enterQuestion(row: QuestionRowWire): Thunk {
  return (dispatch, getState) => {
    dispatch(replaceQuestion(row));
    if (row.deleted) return;
    const unread = isNewTo(selectUsername(getState()), row);
    for (const list of cachedLists(getState())) {
      const { rows, waiting, complete, present } = loaded(getState(), list);
      if (!present || [...rows, ...waiting].some((known) => known._id === row._id)) continue;
      const place = placeOf(row, list, rows, complete);
      if (place === 'waiting') dispatch(addWaiting(list, [{ ...row, unread }]));
      if (place !== 'ask') continue;
      const { id } = listTag(list);
      if (onScreen.has(id)) dispatch(askForNew(list));
      // Many lists are kept, and nobody may come back to one.
      else missedAway.add(id);
    }
  };
}

/** Reads a list anew: its order was stale, and the reader asked for it. */
export function refreshList(list: QuestionListOf): Thunk {
  return (dispatch) => void dispatch(api.util.invalidateTags([listTag(list)]));
}

/** Lets the waiting rows in: the reader asked for them, or is at the top. */
export function releaseWaiting(list: QuestionListOf): Thunk {
  return (dispatch) => {
    if (!isByDate(list.order)) {
      dispatch(refreshList(list));
      return;
    }
    dispatch(
      questionsApi.util.updateQueryData('getQuestions', list, (draft) => {
        const first = draft.pages[0];
        if (!first) return;
        const rows = [...first.waiting, ...first.rows].sort((a, b) => (a.askDateTime < b.askDateTime ? 1 : -1));
        const total = isCapped(list, first.total) ? first.total : first.total + first.waiting.length;
        Object.assign(first, { rows, total, waiting: [] });
      }),
    );
  };
}

/** A new question changes the numbers of its tags. */
function countTags(): Thunk {
  return (dispatch) => {
    if (areTagsAwaited) return;
    areTagsAwaited = true;
    setTimeout(() => {
      areTagsAwaited = false;
      void dispatch(refetchShown([liveTagLists]));
    }, tagsRestMs);
  };
}

/** Live event handlers of this feature. */
export function questionsLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'questionUpdate' | 'answerUpdate' | 'viewsUpdate' | 'voteUpdate' | 'commentUpdate'> {
  return {
    questionUpdate: (row) => {
      dispatch(enterQuestion(row));
      // The others are about an answer. Those with a text may have other tags than before.
      if (row.answerCount === 0 || row.text !== undefined) dispatch(countTags());
    },
    // Its other fields may be older than what is known here.
    viewsUpdate: (row) => {
      dispatch(showViews(row));
    },
    // A questionUpdate brings the new count; counting here too would count twice.
    answerUpdate: ({ qid, answer, isChange }) => {
      dispatch(isChange ? changeAnswer(qid, answer) : appendAnswer(qid, answer));
    },
    voteUpdate: (update) => {
      dispatch(showVotes(update.qid, update, 'event'));
    },
    commentUpdate: ({ qid, result }) => {
      dispatch(addComments(qid, result._id, result.comments));
    },
  };
}
