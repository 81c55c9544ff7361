import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CommunityVisibility } from '@parlour/contracts/communities/communities';

/** A community with its counts. */
@Entity('communities')
@Index('communities_name_key', { synchronize: false })
@Index('communities_closed', { synchronize: false })
@Index('communities_latest', { synchronize: false })
@Index('communities_look', ['look'])
@Index('communities_written_look', ['writtenLook'])
@Index('communities_pieces', { synchronize: false })
@Index('communities_found', { synchronize: false })
export class CommunityRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'communities_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey!: string;

  /** The look of the name, in both forms: a new one must not have it. Blank if there is none. */
  @Column({ type: 'text', collation: 'C', default: '' })
  look!: string;

  @Column({ type: 'text', name: 'written_look', collation: 'C', default: '' })
  writtenLook!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'description_key' })
  descriptionKey!: string;

  @Column('text', { name: 'owner_id' })
  ownerId!: string;

  @Column('text')
  visibility!: CommunityVisibility;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('int', { default: 1 })
  version!: number;

  @Column('timestamptz', { name: 'edited_at', nullable: true })
  editedAt!: Date | null;

  /** Whom the owner offers it to. */
  @Column('text', { name: 'offered_to', nullable: true })
  offeredTo!: string | null;

  /** The position of its closing, by which closed ones are listed; null while it is open. */
  @Column('bigint', { name: 'closed_position', nullable: true })
  closedPosition!: number | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;

  @Column('int', { name: 'member_count' })
  memberCount!: number;

  @Column('int', { name: 'moderator_count' })
  moderatorCount!: number;

  @Column('int', { name: 'pending_count' })
  pendingCount!: number;

  @Column('int', { name: 'banned_count' })
  bannedCount!: number;
}

/** The number of open communities, so that no list has to count. */
@Entity('community_totals')
export class CommunityTotalRow {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'community_totals_pkey' })
  one!: boolean;

  @Column('bigint')
  communities!: number;
}
