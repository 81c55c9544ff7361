import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { projection } from '@parlour/kernel/view/projection';
import { insert, remove, removeWhere } from '@parlour/kernel/view/row-changes';
import type { View } from '@parlour/kernel/view/view';

/**
 * Who follows whom, from identity's log; the service's migration creates the table with
 * `followTable`.
 */
@Entity('follows')
@Index('follows_of_followed', ['followedId', 'followerId'])
export class FollowRow {
  @PrimaryColumn('text') followerId!: string;
  @PrimaryColumn('text') followedId!: string;
}

/** SQL: creates the table of `FollowRow`, for a service's migration. */
export const followTable = `
  create table follows (
    follower_id text not null,
    followed_id text not null,
    constraint follows_pkey primary key (follower_id, followed_id)
  );
  create index follows_of_followed on follows (followed_id, follower_id);`;

/** Follows from identity's events; a deleted account neither follows nor is followed. */
export function followView(service: string): View {
  return projection<IdentityEvent>({
    name: `${service}.follows`,
    source: 'identity',
    entities: [FollowRow],
    changes: {
      UserFollowed: ({ data: { followerId, followedId } }) => [insert(FollowRow, { followerId, followedId })],
      UserUnfollowed: ({ data: { followerId, followedId } }) => [remove(FollowRow, { followerId, followedId })],
      UserDeleted: ({ data: { userId } }) => [
        removeWhere(FollowRow, { followerId: userId }),
        removeWhere(FollowRow, { followedId: userId }),
      ],
    },
  });
}
