import type { Deleter } from '@parlour/contracts/posts/editable';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The parts of a question that notifications need: title, asker, audience. */
@Entity('questions')
export class QuestionRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') askedBy!: string;
  @Column('text') title!: string;
  @Column('boolean') onlyFollowers!: boolean;
  @Column('text', { nullable: true }) communityId!: string | null;

  /** Its title is not shown while it is deleted. */
  @Column('text', { nullable: true }) deletedBy!: Deleter | null;
}

/** A person follows a question. */
@Entity('question_followers')
export class QuestionFollowerRow {
  @PrimaryColumn('text') questionId!: string;
  @PrimaryColumn('text') userId!: string;
}

/** A deleted question, answer or comment: notifications of it are hidden. */
@Entity('deleted_posts')
export class DeletedPostRow {
  @PrimaryColumn('text') id!: string;
}

/** The author of an answer. */
@Entity('answers')
export class AnswerRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') answeredBy!: string;
}
