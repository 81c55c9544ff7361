import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Place } from './membership-status.ts';

/**
 * A person's status in a community, and since when; there is no row for `none`. `joinedPosition` is
 * set for members, moderators and the owner only. The community's name is repeated in each row, so
 * that an index serves the list of one's own.
 */
@Entity('community_members')
@Index('community_members_joined', { synchronize: false })
@Index('community_members_standing', ['communityId', 'standing', 'position'])
@Index('community_members_own', { synchronize: false })
@Index('community_members_of_user', ['userId'])
export class CommunityMemberRow {
  static readonly derived = {
    // Blank, and so on no list of open ones, if the community was closed in the meantime.
    nameKey: `coalesce((select c.name_key from communities c where c.id = n.community_id and c.closed_position is null), '')`,
  };

  @PrimaryColumn('text') communityId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('text') standing!: Place;
  @Column('bigint') position!: number;
  @Column('bigint', { nullable: true }) joinedPosition!: number | null;
  @Column({ type: 'text', collation: 'C' }) nameKey?: string;
}
