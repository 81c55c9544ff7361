import { canonicalName } from '@parlour/contracts/checks';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa';
import { parseSearch, type Search } from '@parlour/contracts/search';

/** Which list: what the server is asked for, and the key of the list in the cache. */
export interface QuestionListOf {
  readonly order: QuestionOrder;
  readonly search: string;
  /** One tag by its name, beside what is searched for. */
  readonly tag?: string;
  readonly viewer: string;
  /** Of one community alone. */
  readonly communityId?: string;
}

/** What a list is searched for. */
export function searchOf({ search, tag }: Pick<QuestionListOf, 'search' | 'tag'>): Search {
  return parseSearch(search, tag);
}

/** Whether a live row belongs to a search. A row does not carry the question's text, so words that its title lacks leave it `unknown`. */
export function matchesSearch(row: QuestionRowWire, search: Search): 'yes' | 'no' | 'unknown' {
  const { tags, words, unanswerable } = search;
  if (unanswerable) return 'no';
  const own = row.tags.map((tag) => canonicalName(tag.name));
  if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return 'no';
  const title = canonicalName(row.title).split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => title.some((inTitle) => inTitle.startsWith(word))) ? 'yes' : 'unknown';
}

/**
 * Where a row that a list does not show yet belongs: `waiting` to be let in, `nowhere`, or `ask` when only the server can tell (words in
 * the text; orders by activity, views or followings, which a row does not carry). `rows` are the loaded ones. Source: decisions Q-12.
 */
export function placeOf(
  row: QuestionRowWire,
  list: QuestionListOf,
  rows: readonly QuestionRowWire[],
  complete: boolean,
): 'waiting' | 'nowhere' | 'ask' {
  if (list.communityId !== undefined && row.communityId !== list.communityId) return 'nowhere';
  const matches = matchesSearch(row, searchOf(list));
  if (matches === 'no') return 'nowhere';
  switch (list.order) {
    case 'newest':
    case 'unanswered': {
      if (list.order === 'unanswered' && row.answerCount > 0) return 'nowhere';
      const last = rows.at(-1);
      // Older than what is loaded: it comes with its own page.
      if (last && !complete && row.askDateTime < last.askDateTime) return 'nowhere';
      return matches === 'yes' ? 'waiting' : 'ask';
    }
    case 'active':
    case 'mostViewed':
    case 'following':
      return 'ask';
  }
}

/** Whether the order is by date of asking, so that the page can sort a new row in by itself. */
export function isByDate(order: QuestionOrder): boolean {
  return order === 'newest' || order === 'unanswered';
}
