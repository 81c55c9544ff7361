import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PostRow } from '@parlour/posts/post-row';

/** An answer to a question, in the order of posting. */
@Entity('answers')
@Index('answers_answered_at', ['answeredAt'])
@Index('answers_deleted', { synchronize: false })
@Index('answers_of_question', ['questionId', 'position'])
@Index('answers_of_author', ['answeredBy', 'position'])
@Index('answers_found', { synchronize: false })
export class AnswerRow extends PostRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'answers_pkey' })
  id!: string;

  @Column('text', { name: 'question_id' })
  questionId!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  text!: string;

  @Column('text', { name: 'answered_by' })
  answeredBy!: string;

  @Column('timestamptz', { name: 'answered_at' })
  answeredAt!: Date;

  @Column('int', { name: 'up_vote_count', default: 0 })
  upVoteCount!: number;

  @Column('int', { name: 'down_vote_count', default: 0 })
  downVoteCount!: number;

  @Column('boolean', { default: false })
  accepted!: boolean;
}

/** Votes on answers. */
@Entity('answer_votes')
export class AnswerVoteRow {
  @PrimaryColumn('text', { name: 'answer_id', primaryKeyConstraintName: 'answer_votes_pkey' })
  answerId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'answer_votes_pkey' })
  userId!: string;

  @Column('boolean')
  up!: boolean;
}
