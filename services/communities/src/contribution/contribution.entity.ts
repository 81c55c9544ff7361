import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many questions and answers each person has posted, from qa's events. */
@Entity('contributors')
export class ContributorRow {
  @PrimaryColumn('text') userId!: string;
  @Column('bigint') posts!: number;
}
