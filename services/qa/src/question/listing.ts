import type { QuestionOrder } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { parseSearch, type Search } from '@parlour/contracts/search';
import type { StatementValues } from './statement-values.ts';
import { visibleTo } from './visibility.ts';

/** A list of questions, whichever of its pages: what it holds and in which order. */
export interface Listing extends Search {
  readonly order: QuestionOrder;
  readonly communityId: string | undefined;
}

/** Which list is asked for. */
export function listingOf(request: Rpc['qa.getQuestions']['request']): Listing {
  return { order: request.order, ...parseSearch(request.search ?? '', request.tag), communityId: request.communityId };
}

/** Everything that the viewer may see: nothing is searched for. */
export function isWhole({ tags, words, communityId }: Listing): boolean {
  return tags.length === 0 && words.length === 0 && communityId === undefined;
}

/** Everything of one community that the viewer may see. */
export function isCommunity({ tags, words, communityId }: Listing): boolean {
  return tags.length === 0 && words.length === 0 && communityId !== undefined;
}

/** Nothing but tags. */
export function isTagged({ tags, words, communityId }: Listing): boolean {
  return tags.length > 0 && words.length === 0 && communityId === undefined;
}

/**
 * The name to prepare a list's statement under. What is searched for decides which way is short: of
 * a rare word its own index, of a common one the order's. A plan that is kept knows neither, so
 * these have no name, and are planned each time.
 */
export function nameFor(prefix: string, listing: Listing, suffix = ''): string {
  const { order, tags, words, communityId } = listing;
  if (tags.length > 0 || words.length > 0) return '';
  return `${prefix}.${order}${communityId === undefined ? '' : '.community'}${suffix}`;
}

/** SQL: what a question `q` of the list fulfils. Source: decisions. */
export function conditionsOf(listing: Listing, values: StatementValues): string[] {
  const { order, tags, words, communityId } = listing;
  const conditions = [visibleTo(values.viewer)];
  if (order === 'unanswered') conditions.push('q.answer_count = 0');
  if (order === 'following') {
    const { viewer } = values.viewer;
    conditions.push(`(exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)
      or exists (select from question_follows k where k.user_id = ${viewer} and k.question_id = q.id))`);
  }
  if (tags.length > 0) conditions.push(`q.tag_keys && ${values.put(tags, 'text[]')}`);
  if (words.length > 0) {
    const query = words.map((word) => `'${word}':*`).join(' & ');
    conditions.push(`q.words @@ ${values.put(query, 'tsquery')}`);
  }
  if (communityId !== undefined) conditions.push(`q.community_id = ${values.put(communityId, 'text')}`);
  return conditions;
}
