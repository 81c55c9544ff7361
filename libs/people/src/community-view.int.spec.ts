import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { CommunitiesEvent, MembershipStatus } from '@parlour/contracts/communities/communities';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { communityTables, communityView } from './community-view.ts';

class Communities1760000000000 implements MigrationInterface {
  readonly name = 'Communities1760000000000';
  up = (runner: QueryRunner): Promise<unknown> => runner.query(communityTables);
  down = (runner: QueryRunner): Promise<unknown> => runner.query('drop table communities, community_people');
}

const created = (communityId: string, ownerId: string): CommunitiesEvent => ({
  type: 'CommunityCreated',
  data: { communityId, name: communityId, description: 'Who sails', ownerId, visibility: 'private' },
});
const stands = (communityId: string, userId: string, standing: MembershipStatus): CommunitiesEvent => ({
  type: 'StandingChanged',
  data: { communityId, userId, before: 'none', standing, reason: 'joined', by: null },
});

describeViewContract(
  communityView('notifications'),
  [Communities1760000000000],
  [
    created('c1', 'ann'),
    stands('c1', 'ben', 'pending'),
    stands('c1', 'ben', 'member'),
    created('c2', 'ben'),
    stands('c1', 'cay', 'banned'),
    stands('c2', 'ann', 'moderator'),
    { type: 'CommunityVisibilityChanged', data: { communityId: 'c2', visibility: 'public', by: 'ben' } },
    stands('c1', 'cay', 'none'),
    stands('c2', 'cay', 'banned'),
    { type: 'OwnershipPassed', data: { communityId: 'c2', from: 'ben', to: 'ann', accepted: false, name: 'c2' } },
    stands('c1', 'ben', 'banned'),
    ...readGoldenEvents('communities').map(({ type, data }) => ({ type, data })),
    { type: 'CommunityClosed', data: { communityId: 'c1', by: null } },
    created('c3', 'eve'),
  ],
);
