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
 * SQL: whether the notification `n` is still one for whom it was made; in every list, count and
 * live message. What he may no longer see is left out, and comes back should he see it again; who
 * deleted his account follows nobody, and is notified of nothing. `fresh` tells whether what is
 * known of followings and communities can be believed: while it cannot, what is not for everybody
 * is for its author only.
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
 * Whether what is known of whom one follows, and of communities, can be believed.
 * Source: docs/design/architecture.md#rights-of-another-service.
 */
export function areRightsFresh(rights: Rights): boolean {
  return rights.fresh('identity') && rights.fresh('communities');
}
