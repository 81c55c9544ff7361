import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A tag, with its first spelling and description (decisions Q-8). `questions` counts those for
 * everybody.
 */
@Entity('tags')
@Index('tags_by_count', { synchronize: false })
@Index('tags_found', { synchronize: false })
export class TagRow {
  @PrimaryColumn('text') key!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('bigint') questions!: number;

  /**
   * The question that brought the description; null if an earlier version of the code noted none.
   */
  @Column('text', { nullable: true }) describedBy!: string | null;

  /** Of the description: 1 is the one that the question brought. Source: decisions Q-33. */
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { nullable: true }) editedAt!: Date | null;

  /** The description that the question brought, once there is another one. */
  @Column('text', { nullable: true }) firstDescription!: string | null;
}

/** The number of a tag's questions per audience, except those for everybody. */
@Entity('tag_counts')
@Index('tag_counts_of_audience', ['audience', 'key'])
export class TagCountRow {
  @PrimaryColumn('text') key!: string;
  @PrimaryColumn('text') audience!: string;
  @Column('bigint') questions!: number;
}

/** The number of tags with questions for everybody; one row. */
@Entity('tag_totals')
export class TagTotalRow {
  @PrimaryColumn('boolean') one!: boolean;
  @Column('bigint') tags!: number;
}

/** The questions of a tag, in the order of asking. */
@Entity('question_tags')
@Index('question_tags_of_question', ['questionId'])
export class QuestionTagRow {
  @PrimaryColumn('text') key!: string;
  @PrimaryColumn('bigint') position!: number;
  @Column('text') questionId!: string;
}
