import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * What searches find a question by: its words, tags and community. `number` counts the questions in
 * the order of asking. Who asked it for whom never changes, and is repeated here so that a search
 * need not read the questions that it only counts.
 */
@Entity('question_terms')
@Unique('question_terms_position', ['position'])
@Index('question_terms_found', { synchronize: false })
export class QuestionTermsRow {
  /** The question's row is written before this one. */
  static readonly derived = {
    // The index of positions has the numbers too; one of numbers would be written for this alone.
    number: `coalesce((select t.number from question_terms t order by t.position desc limit 1), 0)
             + row_number() over (order by n.position)`,
    // A blanked question has no words left.
    terms: `(select question_terms_of(q.words, q.tag_keys, q.community_id)
               || case when q.words = '' then '{}' else search_terms(q.title || ' ' || q.text) end
               from questions q where q.id = n.id)`,
  };

  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('bigint') number?: number;
  @Column('text') askedBy!: string;
  @Column('boolean') onlyFollowers!: boolean;
  @Column('text', { nullable: true }) communityId!: string | null;
  @Column('text', { array: true }) terms?: string[];
}
