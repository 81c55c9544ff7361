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
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') name!: string;
  @Column({ type: 'text', collation: 'C' }) nameKey!: string;

  /** The look of the name, in both forms: a new one must not have it. Blank if there is none. */
  @Column({ type: 'text', collation: 'C', default: '' }) look!: string;
  @Column({ type: 'text', collation: 'C', default: '' }) writtenLook!: string;
  @Column('text') description!: string;
  @Column('text') descriptionKey!: string;
  @Column('text') ownerId!: string;
  @Column('text') visibility!: CommunityVisibility;
  @Column('timestamptz') createdAt!: Date;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { nullable: true }) editedAt!: Date | null;

  @Column('text', { nullable: true }) picture!: string | null;
  @Column('text', { nullable: true }) banner!: string | null;

  /** Whom the owner offers it to. */
  @Column('text', { nullable: true }) offeredTo!: string | null;

  /** The position of its closing, by which closed ones are listed; null while it is open. */
  @Column('bigint', { nullable: true }) closedPosition!: number | null;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
  @Column('int') memberCount!: number;
  @Column('int') moderatorCount!: number;
  @Column('int') pendingCount!: number;
  @Column('int') bannedCount!: number;
}

/** The number of open communities, so that no list has to count. */
@Entity('community_totals')
export class CommunityTotalRow {
  @PrimaryColumn('boolean') one!: boolean;
  @Column('bigint') communities!: number;
}
