import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many questions and answers a person has posted, per audience. */
@Entity('contributions')
export class ContributionRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'contributions_pkey' })
  userId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'contributions_pkey' })
  audience!: string;

  @Column('bigint')
  questions!: number;

  @Column('bigint')
  answers!: number;
}
