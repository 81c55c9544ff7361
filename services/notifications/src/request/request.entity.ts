import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a person's requests to join a community last ended otherwise than by being withdrawn. */
@Entity('decided_requests')
export class DecidedRequestRow {
  @PrimaryColumn('text') communityId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('timestamptz') decidedAt!: Date;
}
