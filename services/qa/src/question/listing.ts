import type { QuestionOrder } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { parseSearch, type Search } from '@parlour/contracts/search';
import type { StatementValues } from './statement-values.ts';
import { visibleTo } from './visibility.ts';

/** A list of questions, independent of the page: its content and order. */
export interface Listing extends Search {
  readonly order: QuestionOrder;
  readonly communityId: string | undefined;
}

/** The list that a request asks for. */
export function listingOf(request: Rpc['qa.getQuestions']['request']): Listing {
  return { order: request.order, ...parseSearch(request.search ?? '', request.tag), communityId: request.communityId };
}

/** Whether the list has no filter: everything that the viewer may see. */
export function isWhole({ tags, words, communityId }: Listing): boolean {
  return tags.length === 0 && words.length === 0 && communityId === undefined;
}

/** Whether the community is the only filter. */
export function isCommunity({ tags, words, communityId }: Listing): boolean {
  return tags.length === 0 && words.length === 0 && communityId !== undefined;
}

/** Whether tags are the only filter. */
export function isTagged({ tags, words, communityId }: Listing): boolean {
  return tags.length > 0 && words.length === 0 && communityId === undefined;
}

/**
 * The name of a list's prepared statement. Searches have none and are planned each time: a rare
 * word is best found by its own index, a common one by the index of the order, and a generic plan
 * cannot know which.
 */
export function nameFor(prefix: string, listing: Listing, suffix = ''): string {
  const { order, tags, words, communityId } = listing;
  if (tags.length > 0 || words.length > 0) return '';
  return `${prefix}.${order}${communityId === undefined ? '' : '.community'}${suffix}`;
}

/** SQL: the conditions for a question `q` of the list. Source: decisions. */
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
