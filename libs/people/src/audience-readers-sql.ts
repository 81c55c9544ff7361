import type { PostColumns, ViewerColumns } from './audience-sql.ts';
import { firstByName, isNamedLike } from './completion-sql.ts';

/**
 * SQL: the people `n` who may see a post of the table `from`, which the viewer may see, and are
 * named like this, as far as the viewer may know: of a post for followers only its author gets
 * followers, others get the author and its writers (`isWriter`, about `n`). In a public community
 * the banned are not left out: a gap would tell. Sources: decisions M-31, U-1.
 */
export function readersNamedLike(
  prefix: string,
  from: string,
  { author, isForFollowers, communityId }: PostColumns,
  { viewer, fresh }: ViewerColumns,
  isWriter: string,
): string {
  const isPrivate = `(${communityId} is not null
    and not exists (select from communities o where o.id = ${communityId} and o.visibility = 'public'))`;
  const member = (person: string): string => `exists (select from community_people o
    where o.community_id = ${communityId} and o.user_id = ${person} and not o.banned)`;
  const follows = `exists (select from follows o where o.follower_id = n.id and o.followed_id = ${author})`;
  // An author who has left a private community learns nothing of its members.
  const inPrivate = `${isPrivate} and ${fresh} and ${member(viewer)}`;
  const groups: readonly (readonly [isUsed: string, who: string])[] = [
    [`not ${isForFollowers} and not ${isPrivate}`, 'true'],
    [`(${isForFollowers} or ${isPrivate})`, `n.id = ${author}`],
    [`not ${isForFollowers} and ${inPrivate}`, `n.id <> ${author} and ${member('n.id')}`],
    [
      `${isForFollowers} and ${author} = ${viewer} and ${fresh} and not ${isPrivate}`,
      `n.id <> ${author} and ${follows}`,
    ],
    [
      `${isForFollowers} and ${author} = ${viewer} and ${inPrivate}`,
      `n.id <> ${author} and ${follows} and ${member('n.id')}`,
    ],
    [`${isForFollowers} and ${author} <> ${viewer}`, `n.id <> ${author} and ${isWriter}`],
  ];
  // Each is limited by itself, so that those that are not used read no names.
  const found = groups.map(
    ([isUsed, who]) => `select n.* from ${from} cross join lateral (
      select n.* from people n where ${who} and ${isNamedLike(prefix)} ${firstByName}) n where ${isUsed}`,
  );
  return `select n.* from (${found.join(' union all ')}) n ${firstByName}`;
}
