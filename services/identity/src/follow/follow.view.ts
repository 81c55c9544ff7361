import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { IdentityEvent, UserFollowed } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** One person follows another; lists are in the order of following, both ways. */
@Entity('follows')
@Index('follows_followers', ['followedId', 'position'])
@Index('follows_following', ['followerId', 'position'])
export class FollowRow {
  @PrimaryColumn('text', { name: 'follower_id', primaryKeyConstraintName: 'follows_pkey' })
  followerId!: string;

  @PrimaryColumn('text', { name: 'followed_id', primaryKeyConstraintName: 'follows_pkey' })
  followedId!: string;

  @Column('bigint')
  position!: number;
}

/** Followers and followed per person, so that no list has to count. */
@Entity('follow_counts')
export class FollowCountRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'follow_counts_pkey' })
  userId!: string;

  @Column('int')
  followers!: number;

  @Column('int')
  following!: number;
}

const join = statement(
  'follows.join',
  `insert into follow_counts (user_id, followers, following) select id, 0, 0 from unnest($1::text[]) as u(id)
   on conflict (user_id) do nothing`,
);

/** SQL: the rows of `changed` changed the counts of both sides by `step` each. */
function counted(step: '+' | '-'): string {
  return `moved as (
     select user_id, sum(followers) as followers, sum(following) as following
       from (select followed_id as user_id, 1 as followers, 0 as following from changed
             union all select follower_id, 0, 1 from changed) as sides
      group by user_id
   )
   update follow_counts c set followers = c.followers ${step} m.followers, following = c.following ${step} m.following
     from moved m where c.user_id = m.user_id`;
}

// Counts change by what was actually written, so the same events again leave both tables as they
// are.
const follow = statement(
  'follows.follow',
  `with written as (
     insert into follows (follower_id, followed_id, position)
     select * from unnest($1::text[], $2::text[], $3::bigint[])
     on conflict (follower_id, followed_id) do update set position = excluded.position
     returning follower_id, followed_id, xmax = 0 as is_new
   ), changed as (select follower_id, followed_id from written where is_new), ${counted('+')}`,
);

const unfollow = statement(
  'follows.unfollow',
  `with changed as (
     delete from follows f using unnest($1::text[], $2::text[]) as n(follower_id, followed_id)
      where f.follower_id = n.follower_id and f.followed_id = n.followed_id
     returning f.follower_id, f.followed_id
   ), ${counted('-')}`,
);

const leaveFollows = statement(
  'follows.leave',
  `with changed as (
     delete from follows where follower_id = any($1::text[]) or followed_id = any($1::text[])
     returning follower_id, followed_id
   ), ${counted('-')}`,
);

const leaveCounts = statement('follows.leaveCounts', 'delete from follow_counts where user_id = any($1::text[])');

/** Follows; deleted accounts are in no list. */
export const followView: View = {
  name: 'identity.follows',
  source: 'identity',
  tables: ['follows', 'follow_counts'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const joined = new Set<string>();
    const left = new Set<string>();
    const pairs = new Map<string, Envelope<UserFollowed> | { readonly ended: UserFollowed['data'] }>();
    for (const event of eventsOf<IdentityEvent>(events)) {
      if (event.type === 'UserRegistered') joined.add(event.data.userId);
      if (event.type === 'UserDeleted') left.add(event.data.userId);
      if (event.type === 'UserFollowed') pairs.set(`${event.data.followerId} ${event.data.followedId}`, event);
      if (event.type === 'UserUnfollowed') {
        pairs.set(`${event.data.followerId} ${event.data.followedId}`, { ended: event.data });
      }
    }
    const begun = [...pairs.values()].flatMap((pair) => ('ended' in pair ? [] : [pair]));
    const ended = [...pairs.values()].flatMap((pair) => ('ended' in pair ? [pair.ended] : []));
    // In this order: nobody is followed before they joined, or after they left.
    if (joined.size > 0) await tx.query(join, [[...joined]]);
    if (ended.length > 0) {
      await tx.query(unfollow, [ended.map((pair) => pair.followerId), ended.map((pair) => pair.followedId)]);
    }
    if (begun.length > 0) {
      const data = begun.map((event) => event.data);
      const positions = begun.map((event) => event.position);
      await tx.query(follow, [data.map((pair) => pair.followerId), data.map((pair) => pair.followedId), positions]);
    }
    if (left.size > 0) {
      await tx.query(leaveFollows, [[...left]]);
      await tx.query(leaveCounts, [[...left]]);
    }
  },
};

/**
 * SQL: whether the viewer may see whom person `u` follows and who follows them. Source: decisions
 * U-1.
 */
export function followsVisibleTo(viewer: string): string {
  return `(u.follow_visibility or u.id = ${viewer})`;
}

/**
 * SQL: the names of a person's followers, or of the people they follow, in the order of following;
 * the first up to the limit, and always the viewer. Two index ranges, whatever their number.
 */
export function namesOf(list: 'followers' | 'following', viewer: string): string {
  const [own, other] = list === 'followers' ? ['followed_id', 'follower_id'] : ['follower_id', 'followed_id'];
  const all = `select f.${other} as id, f.position from follows f where f.${own} = u.id`;
  return `array(
    select n.name from (
      select id, position from (
        (${all} and f.${other} = ${viewer}) union (${all} order by f.position limit ${limits.namesListed})
      ) as found order by id = ${viewer} desc, position limit ${limits.namesListed}
    ) as listed join users n on n.id = listed.id order by listed.position
  )`;
}

const lists = {
  followers: statementOf('followers'),
  following: statementOf('following'),
} as const;

function statementOf(list: 'followers' | 'following') {
  const shown = followsVisibleTo('$2');
  return statement(
    `follows.${list}`,
    `select ${shown} as shown, case when ${shown} then ${namesOf(list, '$2')} else '{}' end as names
       from users u where u.canonical_name = $1`,
  );
}

/**
 * The names of a person's followers, or of the people they follow.
 * @throws {DomainError} `user.unknown`; `follow.hidden` if the viewer may not see them
 */
export async function readFollows(
  tx: Tx,
  list: 'followers' | 'following',
  username: string,
  viewerId: string,
): Promise<{ usernames: readonly string[] }> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ shown: boolean; names: string[] }>(lists[list], [canonicalName(username), viewerId]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  if (!row.shown) throw new DomainError('follow.hidden', messages.followHidden);
  return { usernames: row.names };
}
