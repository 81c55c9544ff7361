import type { Deleter } from '@parlour/contracts/posts/editable';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The parts of a question that notifications need: title, asker, audience. */
@Entity('questions')
export class QuestionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'questions_pkey' })
  id!: string;

  @Column('text', { name: 'asked_by' })
  askedBy!: string;

  @Column('text')
  title!: string;

  @Column('boolean', { name: 'only_followers' })
  onlyFollowers!: boolean;

  @Column('text', { name: 'community_id', nullable: true })
  communityId!: string | null;

  /** Its title is not shown while it is deleted. */
  @Column('text', { name: 'deleted_by', nullable: true })
  deletedBy!: Deleter | null;
}

/** A person follows a question. */
@Entity('question_followers')
export class QuestionFollowerRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_followers_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_followers_pkey' })
  userId!: string;
}

/** A deleted question, answer or comment: notifications of it are hidden. */
@Entity('deleted_posts')
export class DeletedPostRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'deleted_posts_pkey' })
  id!: string;
}

/** The author of an answer. */
@Entity('answers')
export class AnswerRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'answers_pkey' })
  id!: string;

  @Column('text', { name: 'answered_by' })
  answeredBy!: string;
}
