import { limits } from '@parlour/contracts/limits';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { conditionsOf, isCommunity, isTagged, isWhole, type Listing, nameFor } from './listing.ts';
import { StatementValues } from './statement-values.ts';
import { audiencesOf, type Viewer, visibleTo } from './visibility.ts';

/**
 * The statement for a list's total for this viewer. For whole lists and tags it adds the counters
 * of the viewer's audiences; search results are counted up to a thousand.
 * Source: decisions T-5.
 */
export function askTotal(listing: Listing, viewer: Viewer): BoundStatement {
  const values = new StatementValues(viewer);
  const text = totalOf(listing, values);
  return { statement: statement(nameFor('questions.total', listing), text), values: values.list };
}

/** SQL: a query for the total; adds its parameters to `values`. */
export function totalOf(listing: Listing, values: StatementValues): string {
  const { order, tags } = listing;
  const [tag] = tags;
  if (isWhole(listing)) return order === 'following' ? followingTotal(values) : wholeTotal(listing, values);
  if (isCommunity(listing) && order !== 'following') return communityTotal(listing, values);
  const counted = order !== 'unanswered' && order !== 'following';
  if (isTagged(listing) && tags.length === 1 && tag !== undefined && counted) return tagTotal(tag, values);
  return `select count(*) as total from (
    select from questions q where ${conditionsOf(listing, values).join(' and ')} limit ${limits.countedExactly + 1}) counted`;
}

function wholeTotal({ order }: Listing, values: StatementValues): string {
  const column = order === 'unanswered' ? 'unanswered' : 'questions';
  return `select coalesce(sum(t.${column}), 0)::bigint as total from question_totals t
    where t.audience = any(${audiencesOf(values.viewer)})`;
}

function communityTotal({ order, communityId }: Listing, values: StatementValues): string {
  const column = order === 'unanswered' ? 'unanswered' : 'questions';
  const id = values.put(communityId, 'text');
  return `select coalesce(sum(t.${column}), 0)::bigint as total from question_totals t
    where (t.audience = 'c:' || ${id} or (t.audience >= 'd:' || ${id} || ':' and t.audience < 'd:' || ${id} || ';'))
      and t.audience = any(${audiencesOf(values.viewer)})`;
}

function tagTotal(tag: string, values: StatementValues): string {
  const key = values.put(tag, 'text');
  return `select coalesce((select t.questions from tags t where t.key = ${key}), 0)
    + coalesce((select sum(c.questions) from tag_counts c
                 where c.key = ${key} and c.audience = any(${audiencesOf(values.viewer)})), 0)::bigint as total`;
}

/** Adds the counters of followed people, and counts followed questions of others one by one. */
function followingTotal(values: StatementValues): string {
  const { viewer } = values.viewer;
  return `select coalesce((select sum(c.questions) from follows f join contributions c on c.user_id = f.followed_id
                 where f.follower_id = ${viewer} and c.audience = any(${audiencesOf(values.viewer)})), 0)::bigint
    + (select count(*) from question_follows k join questions q on q.id = k.question_id
        where k.user_id = ${viewer} and ${visibleTo(values.viewer)}
          and not exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)) as total`;
}
