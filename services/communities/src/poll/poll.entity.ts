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
  @PrimaryColumn('text', { primaryKeyConstraintName: 'polls_pkey' })
  id!: string;

  @Column('text', { name: 'community_id' })
  communityId!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('text', { name: 'question_text' })
  questionText!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text')
  status!: PollStatus | 'deleted';

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** An option with the number of its votes, so that nobody has to count. */
@Entity('poll_options')
export class PollOptionRow {
  @PrimaryColumn('text', { name: 'poll_id', primaryKeyConstraintName: 'poll_options_pkey' })
  pollId!: string;

  @PrimaryColumn('text', { name: 'option_id', primaryKeyConstraintName: 'poll_options_pkey' })
  optionId!: string;

  @Column('int')
  place!: number;

  @Column('text')
  text!: string;

  @Column('int', { name: 'vote_count' })
  voteCount!: number;
}

/** Votes, by voter. */
@Entity('poll_votes')
@Index('poll_votes_order', ['pollId', 'optionId', 'position'])
export class PollVoteRow {
  @PrimaryColumn('text', { name: 'poll_id', primaryKeyConstraintName: 'poll_votes_pkey' })
  pollId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'poll_votes_pkey' })
  userId!: string;

  @Column('text', { name: 'option_id' })
  optionId!: string;

  @Column('bigint')
  position!: number;
}
