import { limits } from '@parlour/contracts/limits';
import type { Viewer } from '@parlour/people/audience-sql';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { idOfName } from '@parlour/kernel/database/row-expressions';
import {
  filtersOf,
  isAuthor,
  isCommunity,
  isPartial,
  isSearch,
  isTag,
  isWhole,
  type Listing,
  nameFor,
} from './listing.ts';
import { matchingRows, matchingTerms, segmentsBefore } from './question-terms.queries.ts';
import { ViewerValues } from '../page/viewer-values.ts';
import { audiencesOf, visibleTo } from '../visibility.ts';

/**
 * The statement for a list's total for this viewer. For whole lists and tags it adds the counters
 * of the viewer's audiences; search results are counted up to a thousand.
 * Source: decisions T-5.
 */
export function askTotal(listing: Listing, viewer: Viewer): BoundStatement {
  const values = new ViewerValues(viewer);
  const text = totalOf(listing, values);
  return { statement: statement(nameFor('questions.total', listing), text), values: values.list };
}

/** SQL: a query for the total; adds its parameters to `values`. */
export function totalOf(listing: Listing, values: ViewerValues): string {
  const { order, tags } = listing;
  if (isWhole(listing)) return order === 'following' ? followingTotal(values) : wholeTotal(listing, values);
  if (isCommunity(listing) && order !== 'following') return communityTotal(listing, values);
  if (isAuthor(listing) && !isPartial(listing)) return authorTotal(listing.author ?? '', values);
  if (isTag(listing) && !isPartial(listing)) return tagTotal(tags[0] ?? '', values);
  const matches = isSearch(listing)
    ? `${segmentsBefore(undefined)} cross join lateral (select from ${isPartial(listing) ? matchingRows(listing, values) : matchingTerms(listing, values)}) m`
    : `questions q where ${filtersOf(listing, values).join(' and ')}`;
  return `select count(*) as total from (select from ${matches} limit ${limits.countedExactly + 1}) counted`;
}

/** SQL: the number of questions that an order takes, of the counters `t` of an audience. */
function countedIn(order: Listing['order']): string {
  if (order === 'unsolved') return 't.questions - t.solved';
  return order === 'unanswered' ? 't.unanswered' : 't.questions';
}

function wholeTotal({ order }: Listing, values: ViewerValues): string {
  return `select coalesce(sum(${countedIn(order)}), 0)::bigint as total from question_totals t
    where t.audience = any(${audiencesOf(values.viewer)})`;
}

function communityTotal({ order, communityId }: Listing, values: ViewerValues): string {
  const id = values.put(communityId, 'text');
  return `select coalesce(sum(${countedIn(order)}), 0)::bigint as total from question_totals t
    where (t.audience = 'c:' || ${id} or (t.audience >= 'd:' || ${id} || ':' and t.audience < 'd:' || ${id} || ';'))
      and t.audience = any(${audiencesOf(values.viewer)})`;
}

function authorTotal(author: string, values: ViewerValues): string {
  return `select coalesce(sum(c.questions), 0)::bigint as total from contributions c
    where c.user_id = ${idOfName(values.put(author, 'text'))} and c.audience = any(${audiencesOf(values.viewer)})`;
}

function tagTotal(tag: string, values: ViewerValues): string {
  const key = values.put(tag, 'text');
  return `select coalesce((select t.questions from tags t where t.key = ${key}), 0)
    + coalesce((select sum(c.questions) from tag_counts c
                 where c.key = ${key} and c.audience = any(${audiencesOf(values.viewer)})), 0)::bigint as total`;
}

/** Adds the counters of followed people, and counts followed questions of others one by one. */
function followingTotal(values: ViewerValues): string {
  const { viewer } = values.viewer;
  return `select coalesce((select sum(c.questions) from follows f join contributions c on c.user_id = f.followed_id
                 where f.follower_id = ${viewer} and c.audience = any(${audiencesOf(values.viewer)})), 0)::bigint
    + (select count(*) from question_follows k join questions q on q.id = k.question_id
        where k.user_id = ${viewer} and ${visibleTo(values.viewer)}
          and not exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)) as total`;
}
