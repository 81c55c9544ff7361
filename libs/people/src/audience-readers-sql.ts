import { type PostColumns, postVisibleTo } from './audience-sql.ts';
import { firstByName, isNamedLike } from './completion-sql.ts';

/**
 * SQL: the people `n` who may see a post of the table `from` and are named like this. Most posts
 * are for nearly everybody, so their readers are found among the names; those of the others among
 * the few who could be.
 */
export function readersNamedLike(prefix: string, from: string, post: PostColumns, fresh: string): string {
  const { author, isForFollowers, communityId } = post;
  const isOpen = `(not ${isForFollowers} and (${communityId} is null
    or exists (select from communities o where o.id = ${communityId} and o.visibility = 'public')))`;
  const found = `${isNamedLike(prefix)} and ${postVisibleTo(post, { viewer: 'n.id', fresh })} ${firstByName}`;
  return `(select n.* from ${from} cross join people n where ${isOpen} and ${found})
    union all
    (select n.* from ${from} cross join lateral (
         select ${author} as id
         union select o.follower_id from follows o where ${isForFollowers} and o.followed_id = ${author}
         union select o.user_id from community_people o where not ${isForFollowers} and o.community_id = ${communityId}
       ) few join people n on n.id = few.id where not ${isOpen} and ${found})`;
}
