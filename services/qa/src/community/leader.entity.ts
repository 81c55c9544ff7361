import { Entity, PrimaryColumn } from 'typeorm';

/** The owner or a moderator of a community: they may remove posts of others in it. */
@Entity('community_leaders')
export class CommunityLeaderRow {
  @PrimaryColumn('text', { name: 'community_id', primaryKeyConstraintName: 'community_leaders_pkey' })
  communityId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'community_leaders_pkey' })
  userId!: string;
}
