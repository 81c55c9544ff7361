import type { IdentityEvent, UserFollowed } from '@parlour/contracts/identity/identity';
import { statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { add, insert, patch, remove, type RowChange } from '@parlour/kernel/view/row-changes';
import { FollowCountRow, FollowRow } from './follow.entity.ts';

/** Follows; deleted accounts are in no list. */
export const followView = projection<IdentityEvent>({
  name: 'identity.follows',
  source: 'identity',
  entities: [FollowRow, FollowCountRow],
  changes: {
    UserRegistered: ({ data: { userId } }) => [
      insert(FollowCountRow, { userId, followers: 0, following: 0, visible: true }),
    ],
    UserFollowed: ({ data, position }) => [insert(FollowRow, { ...data, position }), ...count(data, 1)],
    UserUnfollowed: ({ data }) => [remove(FollowRow, data), ...count(data, -1)],
    FollowVisibilityChanged: ({ data: { userId, visible } }) => [patch(FollowCountRow, { userId }, { visible })],
    UserDeleted: ({ data: { userId } }) => [remove(FollowCountRow, { userId })],
  },
  after: (events) => {
    const left = events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
    return left.length === 0 ? [] : [{ statement: leave, values: [left] }];
  },
});

function count({ followerId, followedId }: UserFollowed['data'], by: 1 | -1): RowChange[] {
  return [
    add(FollowCountRow, { userId: followedId }, { followers: by }),
    add(FollowCountRow, { userId: followerId }, { following: by }),
  ];
}

// Only the table knows whom a deleted person followed, and who followed them.
const leave = statement(
  'follows.leave',
  `with gone as (
     delete from follows where follower_id = any($1::text[]) or followed_id = any($1::text[])
     returning follower_id, followed_id
   ), moved as (
     select user_id, sum(followers) as followers, sum(following) as following
       from (select followed_id as user_id, 1 as followers, 0 as following from gone
             union all select follower_id, 0, 1 from gone) as sides
      group by user_id
   )
   update follow_counts c set followers = c.followers - m.followers, following = c.following - m.following
     from moved m where c.user_id = m.user_id`,
);
