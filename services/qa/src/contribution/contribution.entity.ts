import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many questions and answers a person has posted, per audience. */
@Entity('contributions')
export class ContributionRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') audience!: string;
  @Column('bigint') questions!: number;
  @Column('bigint') answers!: number;
}
