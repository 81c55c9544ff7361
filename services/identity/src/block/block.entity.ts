import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One person blocks another; the blocker's list is in the order of blocking. */
@Entity('blocks')
@Index('blocks_of_blocker', ['blockerId', 'position'])
@Index('blocks_of_blocked', ['blockedId'])
export class BlockRow {
  @PrimaryColumn('text') blockerId!: string;
  @PrimaryColumn('text') blockedId!: string;
  @Column('bigint') position!: number;
  @Column('timestamptz') at!: Date;
}
