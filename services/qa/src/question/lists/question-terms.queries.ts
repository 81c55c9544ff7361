import { inSegment, operand } from '@parlour/search/word-search';
import { conditionsOf, type Listing } from './listing.ts';
import { questionById } from '../question-row.queries.ts';
import type { ViewerValues } from '../page/viewer-values.ts';
import { sharedWith } from '../visibility.ts';

/** The longest term in the index, in bytes: nothing has a longer one. */
const longest = 2_000;

/** Whether the search has a term that no question can have: no text in PostgreSQL has a NUL. */
export function hasImpossibleTerm({ tags, words }: Listing): boolean {
  return [...tags, ...words].some((term) => Buffer.byteLength(term) >= longest || term.includes('\0'));
}

/**
 * SQL: whether the terms `row` of a segment `s` match the list's search: one of the tags, the
 * beginnings of all words, and the community. Source: decisions Q-2.
 */
function termsMatch(row: string, { tags, words, communityId }: Listing, values: ViewerValues): string {
  const parts = [
    ...words.map((word) => `${operand(':', word)}:*`),
    ...(tags.length > 0 ? [`(${tags.map((tag) => operand('#', tag)).join(' | ')})`] : []),
    ...(communityId === undefined ? [] : [operand('@', communityId)]),
  ];
  const query = inSegment(parts.join(' & '), values);
  return `terms_in_segment(question_segment(${row}.number), ${row}.terms) @@ ${query} and ${row}.number <= s.latest`;
}

/**
 * SQL: the terms `q` that a search finds in a segment `s`, if its order takes all questions. A
 * deleted question has no terms.
 */
export function matchingTerms(listing: Listing, values: ViewerValues): string {
  return `question_terms q where ${termsMatch('q', listing, values)} and ${conditionsOf(listing, values, sharedWith).join(' and ')}`;
}

/** SQL: the questions `q` of a segment `s` that a search finds. */
export function matchingRows(listing: Listing, values: ViewerValues, ...more: readonly string[]): string {
  const conditions = [...conditionsOf(listing, values), ...more].join(' and ');
  return `question_terms t cross join lateral ${questionById('t.id', conditions)} q where ${termsMatch('t', listing, values)}`;
}

/**
 * SQL: the segments `s` of questions, the newest first, and the `latest` question in them: of all,
 * or of those asked before a position.
 */
export function segmentsBefore(position: string | undefined): string {
  const latest = `select t.number from question_terms t ${position ? `where t.position < ${position}` : ''}
     order by t.position desc limit 1`;
  return `(select n.number, latest.number as latest
      from (${latest}) latest cross join lateral generate_series(question_segment(latest.number), 0, -1) as n(number)
     order by n.number desc) s`;
}
