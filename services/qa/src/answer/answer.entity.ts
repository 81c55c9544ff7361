import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An answer to a question, in the order of posting. */
@Entity('answers')
@Index('answers_of_question', ['questionId', 'position'])
export class AnswerRow {
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
}
