import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PollStatus } from '@parlour/contracts/communities/polls.events';
import { PostRow } from '@parlour/posts/post-row';

/** A poll; a removed one keeps its row, for the list of those. */
@Entity('polls')
@Index('polls_latest', { synchronize: false })
@Index('polls_active', { synchronize: false })
@Index('polls_ended', { synchronize: false })
@Index('polls_due', { synchronize: false })
@Index('polls_removed', { synchronize: false })
@Index('polls_erased', { synchronize: false })
export class PollRow extends PostRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') communityId!: string;
  @Column('bigint') position!: number;
  @Column('text') createdBy!: string;
  @Column('text') questionText!: string;
  @Column('timestamptz') expiresAt!: Date;
  @Column('text') status!: PollStatus | 'deleted';
  @Column('timestamptz') createdAt!: Date;
}

/** An option with the number of its votes, so that nobody has to count. */
@Entity('poll_options')
export class PollOptionRow {
  @PrimaryColumn('text') pollId!: string;
  @PrimaryColumn('text') optionId!: string;
  @Column('int') place!: number;
  @Column('text') text!: string;
  @Column('int') voteCount!: number;
}

/** Votes, by voter. */
@Entity('poll_votes')
@Index('poll_votes_order', ['pollId', 'optionId', 'position'])
export class PollVoteRow {
  @PrimaryColumn('text') pollId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('text') optionId!: string;
  @Column('bigint') position!: number;
}
