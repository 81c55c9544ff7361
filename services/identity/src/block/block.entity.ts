import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One person blocks another; the blocker's list is in the order of blocking. */
@Entity('blocks')
@Index('blocks_of_blocker', ['blockerId', 'position'])
@Index('blocks_of_blocked', ['blockedId'])
export class BlockRow {
  @PrimaryColumn('text', { name: 'blocker_id', primaryKeyConstraintName: 'blocks_pkey' })
  blockerId!: string;

  @PrimaryColumn('text', { name: 'blocked_id', primaryKeyConstraintName: 'blocks_pkey' })
  blockedId!: string;

  @Column('bigint')
  position!: number;

  @Column('timestamptz')
  at!: Date;
}
