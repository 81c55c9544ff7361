import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  CommunitiesEvent,
  CommunityVisibility,
  MembershipStatus,
} from '@parlour/contracts/communities/communities';
import { projection } from '@parlour/kernel/view/projection';
import { patch, remove, type RowChange, upsert } from '@parlour/kernel/view/row-changes';
import type { View } from '@parlour/kernel/view/view';

/**
 * A community, in a service that checks access to its content; the service's migrations create both
 * tables with `communityTables`. Closing a community does not change who may see its content.
 * Source: decisions C-4.
 */
@Entity('communities')
export class CommunityRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') visibility!: CommunityVisibility;
  @Column('boolean', { default: false }) closed!: boolean;
}

/** The members of a community, including its owner, and the people banned from it. */
@Entity('community_people')
export class CommunityPersonRow {
  @PrimaryColumn('text') communityId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('boolean') banned!: boolean;
}

/**
 * SQL: creates the tables of `CommunityRow` and `CommunityPersonRow`, for a service's migration.
 */
export const communityTables = `
  create table communities (
    id text not null,
    visibility text not null,
    closed boolean not null default false,
    constraint communities_pkey primary key (id)
  );
  create table community_people (
    community_id text not null,
    user_id text not null,
    banned boolean not null,
    constraint community_people_pkey primary key (community_id, user_id)
  );`;

/** Communities and membership, as far as they decide who may see the content of a community. */
export function communityView(service: string): View {
  return projection<CommunitiesEvent>({
    name: `${service}.communities`,
    source: 'communities',
    entities: [CommunityRow, CommunityPersonRow],
    changes: {
      CommunityCreated: ({ data: { communityId, visibility, ownerId } }) => [
        upsert(CommunityRow, { id: communityId, visibility, closed: false }),
        standing(communityId, ownerId, 'member'),
      ],
      CommunityVisibilityChanged: ({ data: { communityId, visibility } }) => [
        patch(CommunityRow, { id: communityId }, { visibility }),
      ],
      CommunityClosed: ({ data: { communityId } }) => [patch(CommunityRow, { id: communityId }, { closed: true })],
      StandingChanged: ({ data }) => [standing(data.communityId, data.userId, data.standing)],
      // The previous owner deleted their account, or is a moderator now.
      OwnershipPassed: ({ data: { communityId, from, to, accepted } }) => [
        standing(communityId, from, accepted ? 'moderator' : 'none'),
        standing(communityId, to, 'member'),
      ],
    },
  });
}

function standing(communityId: string, userId: string, status: MembershipStatus): RowChange {
  return status === 'none' || status === 'pending'
    ? remove(CommunityPersonRow, { communityId, userId })
    : upsert(CommunityPersonRow, { communityId, userId, banned: status === 'banned' });
}
