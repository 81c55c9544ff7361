import type { RpcName } from '@parlour/contracts/rpc';
import type { Rights } from '@parlour/kernel/consumer/rights';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';
import { opensTo } from '../community/community-audience.queries.ts';

/** The viewer, and whether our data about follows and communities is fresh. */
export interface Viewer {
  readonly viewer: string;
  /**
   * False while identity or communities does not respond: then restricted content is visible to its
   * author only.
   * Source: docs/design/architecture.md#rights-of-another-service.
   */
  readonly fresh: boolean;
}

/** SQL: the viewer's parameters in a statement. */
export interface ViewerColumns {
  readonly viewer: string;
  readonly fresh: string;
}

/** The viewer of most statements: their first two parameters. */
export const firstParameters: ViewerColumns = { viewer: '$1::text', fresh: '$2::boolean' };

/**
 * The viewer of a call.
 * @throws {DomainError} `session.missing` when nobody is signed in
 */
export function viewerOf(call: Call<RpcName>, rights: Rights): Viewer {
  return { viewer: actorOf(call).id, fresh: rights.allFresh };
}

/**
 * SQL: whether the viewer may see the question `q`; every query and command checks this. Only
 * people who may see its community see it; this holds for its author too, so banned people cannot
 * see it. Source: decisions, C-6.
 */
export function visibleTo(columns: ViewerColumns): string {
  const { viewer, fresh } = columns;
  return `((not q.only_followers or q.asked_by = ${viewer}
      or (${fresh} and exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)))
    and (q.community_id is null or (not ${fresh} and q.asked_by = ${viewer})
      or exists (select from communities c where c.id = q.community_id and ${opensTo(columns)})))`;
}

/** The fields that decide the audience of a question. */
interface Restricted {
  readonly onlyFollowers: boolean;
  readonly askedBy: string;
  readonly communityId: string | null;
}

/**
 * The audience of a question, as the key of counters: everybody (blank), a person and their
 * followers (the person's id), a community (`c:` and its id), or those followers of a person who
 * may see the community (`d:`, its id and the person's id).
 */
export function audienceOf({ onlyFollowers, askedBy, communityId }: Restricted): string {
  if (communityId === null) return onlyFollowers ? askedBy : '';
  return onlyFollowers ? `d:${communityId}:${askedBy}` : `c:${communityId}`;
}

/** SQL: `audienceOf` the question `q`. */
export const audienceColumn = `case when q.community_id is null then case when q.only_followers then q.asked_by else '' end
  when q.only_followers then 'd:' || q.community_id || ':' || q.asked_by else 'c:' || q.community_id end`;

/**
 * SQL: every audience of the viewer, as an array; their counters count exactly what `visibleTo`
 * lets the viewer see.
 */
export function audiencesOf(columns: ViewerColumns): string {
  const { viewer, fresh } = columns;
  return `array(select '' union all select ${viewer}
    union all select f.followed_id from follows f where f.follower_id = ${viewer} and ${fresh}
    union all select 'c:' || c.id from communities c where ${opensTo(columns)}
    union all select t.audience from question_totals t join communities c on c.id = split_part(t.audience, ':', 2)
      where t.audience >= 'd:' and t.audience < 'd;' and ${opensTo(columns)}
        and (split_part(t.audience, ':', 3) = ${viewer} or exists (
          select from follows f where f.follower_id = ${viewer} and f.followed_id = split_part(t.audience, ':', 3))))`;
}
