import type { Rights } from '@parlour/kernel/consumer/rights';
import { communityOpensTo } from '@parlour/kernel/view/community-view';

/**
 * SQL: whether the person in expression `viewer` may see question `q`, as qa decides it. Source:
 * decisions, C-6.
 */
export function questionVisibleTo(viewer: string, fresh: string): string {
  return `((not q.only_followers or q.asked_by = ${viewer}
      or (${fresh} and exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)))
    and (q.community_id is null or (not ${fresh} and q.asked_by = ${viewer})
      or (${fresh} and exists (select from communities c where c.id = q.community_id and ${communityOpensTo(viewer)}))))`;
}

/**
 * SQL: whether the notification `n` is still visible to its receiver; in every list, count and live
 * message. A notification about something that they can no longer see is left out, and comes back
 * if they can see it again. Deleted accounts receive nothing. `fresh` says whether the copies of
 * follows and communities are current: while they are not, restricted content is visible only to
 * its author.
 * Source: decisions N-2; docs/design/architecture.md#rights-of-another-service.
 */
export function visible(fresh: string): string {
  return `(case n.about
      when 'gameInvite' then true
      when 'follower' then exists (select from people other where other.id = n.target_id and not other.deleted)
      else exists (select from questions q where q.id = n.target_id and ${questionVisibleTo('n.user_id', fresh)}) end
    and not exists (select from people viewer where viewer.id = n.user_id and viewer.deleted))`;
}

/**
 * Whether the copies of follows and communities are current.
 * Source: docs/design/architecture.md#rights-of-another-service.
 */
export function areRightsFresh(rights: Rights): boolean {
  return rights.fresh('identity') && rights.fresh('communities');
}
