import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { projection } from '@parlour/kernel/view/projection';
import { remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import type { View } from '@parlour/kernel/view/view';
import { Entity, PrimaryColumn } from 'typeorm';

/** The owner or a moderator of a community: what others may not do there, they may. */
@Entity('community_leaders')
export class CommunityLeaderRow {
  @PrimaryColumn('text') communityId!: string;
  @PrimaryColumn('text') userId!: string;
}

/** SQL: creates the table of `CommunityLeaderRow`, for a service's migration. */
export const leaderTable = `
  create table community_leaders (
    community_id text not null,
    user_id text not null,
    constraint community_leaders_pkey primary key (community_id, user_id)
  );`;

/** SQL: whether a person leads a community. */
export function leads(user: string, community: string): string {
  return `exists (select from community_leaders l where l.community_id = ${community} and l.user_id = ${user})`;
}

/** The owner and the moderators of each community. Source: decisions Q-30, C-12. */
export function leaderView(service: string): View {
  return projection<CommunitiesEvent>({
    name: `${service}.leaders`,
    source: 'communities',
    entities: [CommunityLeaderRow],
    changes: {
      CommunityCreated: ({ data: { communityId, ownerId } }) => [leading(communityId, ownerId, true)],
      StandingChanged: ({ data: { communityId, userId, standing } }) => [
        leading(communityId, userId, standing === 'moderator'),
      ],
      // The previous owner deleted their account, or is a moderator now.
      OwnershipPassed: ({ data: { communityId, from, to, accepted } }) => [
        leading(communityId, from, accepted),
        leading(communityId, to, true),
      ],
    },
  });
}

function leading(communityId: string, userId: string, leads: boolean): RowChange {
  return leads
    ? upsert(CommunityLeaderRow, { communityId, userId })
    : remove(CommunityLeaderRow, { communityId, userId });
}
