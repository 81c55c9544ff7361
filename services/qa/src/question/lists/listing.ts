import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { refuse } from '@parlour/contracts/errors';
import type { QuestionOrder } from '@parlour/contracts/qa/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { parseSearch, type Search } from '@parlour/contracts/search/search';
import { idOfName } from '@parlour/kernel/database/row-expressions';
import type { ViewerValues } from '../page/viewer-values.ts';
import { visibleTo } from '../visibility.ts';

/** A list of questions, independent of the page: its content and order. */
export interface Listing extends Search {
  readonly order: QuestionOrder;
  readonly communityId: string | undefined;
  /** The canonical name of who asked. */
  readonly author: string | undefined;
}

/** The list that a request asks for. */
export function listingOf(request: Rpc['qa.getQuestions']['request']): Listing {
  const { order, search = '', tag, communityId, author } = request;
  refuse(checkWellFormed(author ?? ''));
  const name = author === undefined ? undefined : canonicalName(author);
  return { order, ...parseSearch(search, tag), communityId, author: name };
}

/** The filters of a list, by name. */
function filterNames({ tags, words, communityId, author }: Listing): string[] {
  return [
    ...(words.length > 0 ? ['words'] : []),
    ...(tags.length > 0 ? ['tags'] : []),
    ...(communityId === undefined ? [] : ['community']),
    ...(author === undefined ? [] : ['author']),
  ];
}

/** Whether the list has no filter: everything that the viewer may see. */
export function isWhole(listing: Listing): boolean {
  return filterNames(listing).length === 0;
}

/** Whether the community is the only filter. */
export function isCommunity(listing: Listing): boolean {
  return filterNames(listing).join() === 'community';
}

/** Whether their author is the only filter. */
export function isAuthor(listing: Listing): boolean {
  return filterNames(listing).join() === 'author';
}

/** Whether one tag is the only filter. */
export function isTag(listing: Listing): boolean {
  return filterNames(listing).join() === 'tags' && listing.tags.length === 1;
}

/**
 * Whether the list is found by terms: words, or tags. What one person asked is found by its own
 * index: terms don't know authors, so a frequent one would be read throughout.
 */
export function isSearch({ tags, words, author }: Listing): boolean {
  return (tags.length > 0 || words.length > 0) && author === undefined;
}

/** Whether the order takes only some of the questions. Source: decisions. */
export function isPartial({ order }: Listing): boolean {
  return order === 'unanswered' || order === 'unsolved' || order === 'following';
}

/**
 * The name of a list's prepared statement, whose text depends on the order, on which filters there
 * are, and on how it is read.
 */
export function nameFor(prefix: string, listing: Listing, ...ways: readonly (string | undefined)[]): string {
  return [prefix, listing.order, ...filterNames(listing), isTag(listing) && 'one', ...ways]
    .filter((part) => part)
    .join('.');
}

/**
 * SQL: the conditions for a question `q` of the list, apart from those of its search and its
 * community. Source: decisions.
 */
export function conditionsOf({ order, author }: Listing, values: ViewerValues, visible = visibleTo): string[] {
  const conditions = [visible(values.viewer)];
  if (order === 'unanswered') conditions.push('q.answer_count = 0');
  if (order === 'unsolved') conditions.push('q.accepted_answer_id is null');
  if (order === 'following') {
    const { viewer } = values.viewer;
    conditions.push(`(exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)
      or exists (select from question_follows k where k.user_id = ${viewer} and k.question_id = q.id))`);
  }
  if (author !== undefined) conditions.push(`q.asked_by = ${idOfName(values.put(author, 'text'))}`);
  return conditions;
}

/** SQL: the conditions for a question `q` of the list, with its filters. Source: decisions Q-2. */
export function filtersOf(listing: Listing, values: ViewerValues): string[] {
  const { tags, words, communityId } = listing;
  const conditions = conditionsOf(listing, values);
  if (tags.length > 0) conditions.push(`q.tag_keys && ${values.put(tags, 'text[]')}`);
  if (words.length > 0) {
    const query = words.map((word) => `'${word}':*`).join(' & ');
    conditions.push(`q.words @@ ${values.put(query, 'tsquery')}`);
  }
  if (communityId !== undefined) conditions.push(`q.community_id = ${values.put(communityId, 'text')}`);
  return conditions;
}
