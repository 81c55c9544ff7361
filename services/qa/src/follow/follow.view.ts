import { Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** Who follows whom: who may see what is for followers only. */
@Entity('follows')
@Index('follows_of_followed', ['followedId', 'followerId'])
export class FollowRow {
  @PrimaryColumn('text', { name: 'follower_id', primaryKeyConstraintName: 'follows_pkey' })
  followerId!: string;

  @PrimaryColumn('text', { name: 'followed_id', primaryKeyConstraintName: 'follows_pkey' })
  followedId!: string;
}

const leave = statement(
  'follows.leave',
  'delete from follows where follower_id = any($1::text[]) or followed_id = any($1::text[])',
);

const end = statement(
  'follows.end',
  `delete from follows f using unnest($1::text[], $2::text[]) as n(follower_id, followed_id)
    where f.follower_id = n.follower_id and f.followed_id = n.followed_id`,
);

const begin = statement(
  'follows.begin',
  `insert into follows (follower_id, followed_id)
   select follower_id, followed_id from unnest($1::text[], $2::text[]) as n(follower_id, followed_id)
   on conflict do nothing`,
);

const ofPeople = statement(
  'follows.ofPeople',
  'select followed_id, follower_id from follows where followed_id = any($1::text[]) order by followed_id, follower_id',
);

interface Pair {
  readonly followerId: string;
  readonly followedId: string;
}

/** Followings as identity tells of them; a deleted account neither follows nor is followed. */
export const followView: View = {
  name: 'qa.follows',
  source: 'identity',
  tables: ['follows'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const pairs = new Map<string, Pair & { follows: boolean }>();
    const deleted = new Set<string>();
    const set = ({ followerId, followedId }: Pair, follows: boolean): void => {
      pairs.set(`${followerId} ${followedId}`, { followerId, followedId, follows });
    };
    for (const event of eventsOf<IdentityEvent>(events)) {
      switch (event.type) {
        case 'UserFollowed':
          set(event.data, true);
          break;
        case 'UserUnfollowed':
          set(event.data, false);
          break;
        case 'UserDeleted': {
          const { userId } = event.data;
          deleted.add(userId);
          for (const pair of pairs.values()) {
            if (pair.followerId === userId || pair.followedId === userId) pair.follows = false;
          }
          break;
        }
        case 'UserRegistered':
        case 'SessionEnded':
        case 'FollowVisibilityChanged':
        case 'BiographyUpdated':
        case 'PasswordReset':
          break;
        default:
          event satisfies never;
      }
    }
    if (deleted.size > 0) await tx.query(leave, [[...deleted]]);
    for (const [change, follows] of [
      [end, false],
      [begin, true],
    ] as const) {
      const changed = [...pairs.values()].filter((pair) => pair.follows === follows);
      if (changed.length === 0) continue;
      await tx.query(change, [changed.map((pair) => pair.followerId), changed.map((pair) => pair.followedId)]);
    }
  },
};

/** The followers of each of these people. */
export async function readFollowers(tx: Tx, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ followed_id: string; follower_id: string }>(ofPeople, [userIds]);
  const followers = new Map<string, string[]>();
  for (const { followed_id: followed, follower_id: follower } of rows) {
    const known = followers.get(followed);
    if (known) known.push(follower);
    else followers.set(followed, [follower]);
  }
  return followers;
}
