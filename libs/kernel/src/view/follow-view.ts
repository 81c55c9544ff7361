import { Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { statement, type Tx } from '../database/database.ts';
import type { View } from './view.ts';

/**
 * Who follows whom, from identity's log; the service's migration creates the table with
 * `followTable`.
 */
@Entity('follows')
@Index('follows_of_followed', ['followedId', 'followerId'])
export class FollowRow {
  @PrimaryColumn('text', { name: 'follower_id', primaryKeyConstraintName: 'follows_pkey' })
  followerId!: string;

  @PrimaryColumn('text', { name: 'followed_id', primaryKeyConstraintName: 'follows_pkey' })
  followedId!: string;
}

/** SQL: creates the table of `FollowRow`, for a service's migration. */
export const followTable = `
  create table follows (
    follower_id text not null,
    followed_id text not null,
    constraint follows_pkey primary key (follower_id, followed_id)
  );
  create index follows_of_followed on follows (followed_id, follower_id);`;

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

interface Pair {
  readonly followerId: string;
  readonly followedId: string;
  readonly follows: boolean;
}

/** Follows from identity's events; a deleted account neither follows nor is followed. */
export function followView(service: string): View {
  return {
    name: `${service}.follows`,
    source: 'identity',
    tables: ['follows'],
    async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
      const { pairs, deleted } = fold(events);
      if (deleted.size > 0) await tx.query(leave, [[...deleted]]);
      for (const [change, follows] of [
        [end, false],
        [begin, true],
      ] as const) {
        const changed = pairs.filter((pair) => pair.follows === follows);
        if (changed.length === 0) continue;
        await tx.query(change, [changed.map((pair) => pair.followerId), changed.map((pair) => pair.followedId)]);
      }
    },
  };
}

/** The final state of each pair; deleting an account ends all its earlier follows. */
function fold(events: readonly Envelope[]): { pairs: readonly Pair[]; deleted: ReadonlySet<string> } {
  const pairs = new Map<string, Pair>();
  const deleted = new Set<string>();
  for (const { type, data } of eventsOf<IdentityEvent>(events)) {
    if (type === 'UserFollowed' || type === 'UserUnfollowed') {
      const follows = type === 'UserFollowed';
      pairs.set(`${data.followerId} ${data.followedId}`, { ...data, follows });
    }
    if (type === 'UserDeleted') {
      deleted.add(data.userId);
      for (const [key, pair] of pairs) {
        if (pair.followerId === data.userId || pair.followedId === data.userId)
          pairs.set(key, { ...pair, follows: false });
      }
    }
  }
  return { pairs: [...pairs.values()], deleted };
}
