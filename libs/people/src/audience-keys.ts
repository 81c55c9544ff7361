import type { Post } from './audience.ts';
import { communityVisibleTo, type PostColumns, postVisibleTo, type ViewerColumns } from './audience-sql.ts';

/**
 * Posts with the same audience have the same key; counters are kept by it. The parts of each key:
 * none for everybody, the author for their followers, `c:` and the community for those who may see
 * it, and `d:`, the community, `:` and the author for those followers who may see the community.
 */
function keysOf<Part>(text: (literal: string) => Part, author: Part, communityId: Part): Record<Kind, readonly Part[]> {
  return {
    everybody: [text('')],
    followers: [author],
    community: [text('c:'), communityId],
    followersInCommunity: [text('d:'), communityId, text(':'), author],
  };
}

type Kind = 'everybody' | 'followers' | 'community' | 'followersInCommunity';

const joined = (parts: readonly string[]): string => parts.join(' || ');
const quoted = (literal: string): string => `'${literal}'`;

/** The key of a post's audience; blank if everybody may see it. */
export function audienceKey({ author, isForFollowers, communityId }: Post): string {
  const keys = keysOf(String, author, communityId ?? '');
  if (communityId === null) return keys[isForFollowers ? 'followers' : 'everybody'].join('');
  return keys[isForFollowers ? 'followersInCommunity' : 'community'].join('');
}

/** SQL: the `audienceKey` of a post. */
export function audienceKeyColumn({ author, isForFollowers, communityId }: PostColumns): string {
  const keys = keysOf(quoted, author, communityId);
  return `case when ${communityId} is null then case when ${isForFollowers} then ${joined(keys.followers)} else ${joined(keys.everybody)} end
    when ${isForFollowers} then ${joined(keys.followersInCommunity)} else ${joined(keys.community)} end`;
}

/**
 * SQL: an array of the keys of all posts that the viewer may see, so that the sum of their counters
 * is the number of rows that `postVisibleTo` leaves. The viewer's id is the key of their own posts
 * for followers. `counters` is a table with every key in its column `audience`, and an index of the
 * authors in those that begin with `d:`. While our copies may be old, an author's own posts in
 * communities are not counted: their key does not name the author.
 */
export function audienceKeysOf(columns: ViewerColumns, counters: string): string {
  const { viewer, fresh } = columns;
  const part = (index: number): string => `split_part(k.audience, ':', ${index})`;
  const { everybody, followers, community } = keysOf(quoted, 'f.followed_id', 'c.id');
  const named = { author: part(3), isForFollowers: 'true', communityId: part(2) };
  return `array(with followed as materialized (
      select f.followed_id from follows f where f.follower_id = ${viewer} and ${fresh})
    select ${joined(everybody)} union all select ${viewer}
    union all select ${joined(followers)} from followed f
    union all select ${joined(community)} from communities c where ${communityVisibleTo(columns)}
    union all select k.audience from ${counters} k
      where k.audience >= 'd:' and k.audience < 'd;' and ${postVisibleTo(named, columns)}
        and ${part(3)} = any(array(select ${viewer} union all select f.followed_id from followed f)))`;
}
