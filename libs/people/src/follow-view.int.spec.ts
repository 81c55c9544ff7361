import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { followTable, followView } from './follow-view.ts';

class Follows1760000000000 implements MigrationInterface {
  readonly name = 'Follows1760000000000';
  up = (runner: QueryRunner): Promise<unknown> => runner.query(followTable);
  down = (runner: QueryRunner): Promise<unknown> => runner.query('drop table follows');
}

const followed = (followerId: string, followedId: string): IdentityEvent => ({
  type: 'UserFollowed',
  data: { followerId, followedId },
});
const unfollowed = (followerId: string, followedId: string): IdentityEvent => ({
  type: 'UserUnfollowed',
  data: { followerId, followedId },
});

describeViewContract(
  followView('leaderboard'),
  [Follows1760000000000],
  [
    followed('ann', 'ben'),
    followed('ben', 'ann'),
    unfollowed('ann', 'ben'),
    followed('cay', 'ben'),
    followed('ann', 'ben'),
    unfollowed('cay', 'dan'),
    followed('dan', 'cay'),
    { type: 'UserDeleted', data: { userId: 'dan' } },
    followed('cay', 'ann'),
    followed('ann', 'eve'),
    { type: 'UserDeleted', data: { userId: 'eve' } },
    unfollowed('cay', 'ann'),
    ...readGoldenEvents('identity').map(({ type, data }) => ({ type, data })),
    followed('fay', 'gus'),
  ],
);
