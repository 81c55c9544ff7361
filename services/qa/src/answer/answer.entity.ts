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
  @PrimaryColumn('text') id!: string;
  @Column('text') questionId!: string;
  @Column('bigint') position!: number;
  @Column('text') text!: string;
  @Column('text') answeredBy!: string;
  @Column('timestamptz') answeredAt!: Date;
  @Column('int', { default: 0 }) upVoteCount!: number;
  @Column('int', { default: 0 }) downVoteCount!: number;
  @Column('boolean', { default: false }) accepted!: boolean;
}

/** Votes on answers. */
@Entity('answer_votes')
export class AnswerVoteRow {
  @PrimaryColumn('text') answerId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('boolean') up!: boolean;
}
