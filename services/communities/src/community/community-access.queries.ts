import type { CommunityPosition } from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Place } from '../membership/membership-status.ts';
import { communityVisibleBy } from '@parlour/people/audience-sql';

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
 * `joinViewer`.
 */
export const contentsVisible = communityVisibleBy({
  members: 'me.joined_position is not null',
  banned: `me.standing is not distinct from 'banned'`,
  isPublic: `c.visibility = 'public'`,
  isPrivate: `c.visibility = 'private'`,
  isFresh: 'true',
});

/**
 * SQL: whether the viewer may know of community `c`: of a closed one only those who may see its
 * content. Needs `joinViewer`. Source: decisions C-10.
 */
export const known = `(c.closed_position is null or ${contentsVisible})`;

/** SQL: whether the viewer leads community `c`. Needs `joinViewer`. Source: decisions C-3. */
export const leading = `coalesce(me.standing in ('owner', 'moderator'), false)`;

/** The error for a community that does not exist, or not for this viewer. */
export function communityUnknown(): DomainError {
  return new DomainError('community.unknown', messages.communityUnknown);
}

/**
 * @throws {DomainError} `community.unknown` without a row of the community; `community.position`
 * if the viewer's position does not allow them this
 */
export function refuseUnlessAllowed<Row extends { readonly allowed: boolean }>(row: Row | undefined): Row {
  if (!row) throw communityUnknown();
  if (!row.allowed) throw new DomainError('community.position', messages.communityPosition);
  return row;
}
