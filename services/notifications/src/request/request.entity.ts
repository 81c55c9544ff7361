import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a person's requests to join a community last ended otherwise than by being withdrawn. */
@Entity('decided_requests')
export class DecidedRequestRow {
  @PrimaryColumn('text', { name: 'community_id', primaryKeyConstraintName: 'decided_requests_pkey' })
  communityId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'decided_requests_pkey' })
  userId!: string;

  @Column('timestamptz', { name: 'decided_at' })
  decidedAt!: Date;
}
