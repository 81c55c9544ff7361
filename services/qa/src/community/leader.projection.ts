import type { CommunitiesEvent } from '@parlour/contracts/communities';
import { projection } from '@parlour/kernel/view/projection';
import { remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import { CommunityLeaderRow } from './leader.entity.ts';

/** The owner and the moderators of each community. Source: decisions Q-30. */
export const leaderView = projection<CommunitiesEvent>({
  name: 'qa.leaders',
  source: 'communities',
  entities: [CommunityLeaderRow],
  changes: {
    CommunityCreated: ({ data: { communityId, ownerId } }) => [leading(communityId, ownerId, true)],
    StandingChanged: ({ data: { communityId, userId, standing } }) => [
      leading(communityId, userId, standing === 'moderator'),
    ],
    // The previous owner deleted their account, or is a moderator now.
    OwnershipPassed: ({ data: { communityId, from, to, accepted } }) => [
      leading(communityId, from, accepted !== undefined),
      leading(communityId, to, true),
    ],
  },
});

function leading(communityId: string, userId: string, leads: boolean): RowChange {
  return leads
    ? upsert(CommunityLeaderRow, { communityId, userId })
    : remove(CommunityLeaderRow, { communityId, userId });
}
