import type { Place } from '../membership/membership-status.ts';
import type { CommunityPosition } from '@parlour/contracts/communities';

/** The position of each place. Source: decisions C-1. */
export const positionOfPlace = {
  owner: 1,
  moderator: 2,
  member: 3,
  banned: 4,
  pending: 5,
  none: 6,
} as const satisfies Record<Place, CommunityPosition>;

const cases = Object.entries(positionOfPlace).map(([place, position]) => `when '${place}' then ${position}`);

/**
 * SQL: the position of row `alias` of community_members, which is missing for people without a
 * status.
 */
export function positionOf(alias: string): string {
  return `case ${alias}.standing ${cases.join(' ')} else ${positionOfPlace.none} end`;
}

/** SQL: joins community `c` with its viewer's membership, as `me`. */
export function joinViewer(viewer: string): string {
  return `left join community_members me on me.community_id = c.id and me.user_id = ${viewer}`;
}

/**
 * SQL: whether the viewer may see the content of community `c`: its polls and people. Needs
 * `joinViewer`. Positions 1 to 3, and in a public community everybody who is not banned. Source:
 * decisions C-4, C-6.
 */
export const contentsVisible = `(me.joined_position is not null or (c.visibility = 'public' and me.standing is distinct from 'banned'))`;

/** SQL: whether the viewer leads community `c`. Needs `joinViewer`. Source: decisions C-3. */
export const leading = `coalesce(me.standing in ('owner', 'moderator'), false)`;
