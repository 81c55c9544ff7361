import { canonicalName } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa/qa';
import { parseSearch, type Search, wordsOf } from '@parlour/contracts/search/search';
import type { ListOf } from '../../../shared/http/endpoint.ts';

/** A list: the arguments of its query, and its cache key. */
export type QuestionListOf = ListOf<'qa.getQuestions'>;

/** The parsed search of a list. */
export function searchOf({ search = '', tag }: Pick<QuestionListOf, 'search' | 'tag'>): Search {
  return parseSearch(search, tag);
}

/**
 * Whether a live row matches a search. Rows have no question text, so if the title lacks words, it
 * is `unknown`.
 */
export function matchesSearch(row: QuestionRowWire, search: Search): 'yes' | 'no' | 'unknown' {
  const { tags, words, unanswerable } = search;
  if (unanswerable) return 'no';
  const own = row.tags.map((tag) => canonicalName(tag.name));
  if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return 'no';
  const title = wordsOf(row.title);
  return words.every((word) => title.some((inTitle) => inTitle.startsWith(word))) ? 'yes' : 'unknown';
}

/**
 * Where a row belongs that the list doesn't have yet: `waiting` to be let in, `nowhere`, or `ask`
 * if only the server can tell (words in the text; orders by activity, views or followings, which
 * rows don't have). `rows` are the loaded ones. Source: decisions Q-12.
 */
export function placeOf(
  row: QuestionRowWire,
  list: QuestionListOf,
  rows: readonly QuestionRowWire[],
  complete: boolean,
): 'waiting' | 'nowhere' | 'ask' {
  if (list.communityId !== undefined && row.communityId !== list.communityId) return 'nowhere';
  if (list.author !== undefined && canonicalName(row.askedBy) !== canonicalName(list.author)) return 'nowhere';
  const matches = matchesSearch(row, searchOf(list));
  if (matches === 'no') return 'nowhere';
  switch (list.order) {
    case 'newest':
    case 'unanswered':
    case 'unsolved': {
      if (isOutOf(list.order, row)) return 'nowhere';
      const last = rows.at(-1);
      // Older than the loaded rows: it will come with its own page.
      if (last && !complete && row.askDateTime < last.askDateTime) return 'nowhere';
      return matches === 'yes' ? 'waiting' : 'ask';
    }
    case 'active':
    case 'mostViewed':
    case 'following':
      return 'ask';
  }
}

/** Whether an order leaves this question out. */
export function isOutOf(order: QuestionOrder, { answerCount, acceptedAnswerId }: QuestionRowWire): boolean {
  return (order === 'unanswered' && answerCount > 0) || (order === 'unsolved' && acceptedAnswerId !== null);
}

/** Whether a list has lost a question, because its order or its search leaves the question out. */
export function isGoneFrom(list: QuestionListOf, row: QuestionRowWire): boolean {
  return isOutOf(list.order, row) || matchesSearch(row, searchOf(list)) === 'no';
}

/**
 * Whether a listed row belongs elsewhere after a change, so that the list is stale. `above` is the
 * row before it; `was` says whether it belonged elsewhere already. Source: decisions Q-12.
 */
export function isMisplaced(
  list: QuestionListOf,
  before: QuestionRowWire,
  after: QuestionRowWire,
  above: QuestionRowWire | undefined,
  was: boolean,
): boolean {
  if (isGoneFrom(list, after)) return true;
  switch (list.order) {
    case 'mostViewed':
      return above !== undefined && after.viewCount > above.viewCount;
    case 'active':
      return was || (above !== undefined && after.answerCount > before.answerCount);
    case 'newest':
    case 'unanswered':
    case 'unsolved':
    case 'following':
      return false;
  }
}

/** Whether the order is by date asked, so that the page can sort in a new row itself. */
export function isByDate(order: QuestionOrder): boolean {
  return order === 'newest' || order === 'unanswered' || order === 'unsolved';
}

/**
 * Whether a list's total only says that there are more than are counted. The server has counters
 * for all questions, and for those of one community, person or tag; others it counts up to a limit.
 * Source: decisions T-5.
 */
export function isCapped(list: QuestionListOf, total: number): boolean {
  if (total <= limits.countedExactly) return false;
  const { tags, words } = searchOf(list);
  const isPartial = list.order === 'unanswered' || list.order === 'unsolved' || list.order === 'following';
  const ofCommunity = list.communityId !== undefined;
  const ofAuthor = list.author !== undefined;
  if (words.length > 0 || tags.length > 1) return true;
  if (tags.length === 1) return isPartial || ofCommunity || ofAuthor;
  if (ofAuthor) return isPartial || ofCommunity;
  return ofCommunity && list.order === 'following';
}

/** The address for asking, in the community of the list if there is one. */
export function askLink(communityId: string | undefined): string {
  return communityId === undefined ? '/new/question' : `/new/question?communityId=${encodeURIComponent(communityId)}`;
}
