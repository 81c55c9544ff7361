import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PostRow } from '@parlour/posts/post-row';

/** A comment on a question, or on one of its answers, in the order of posting. */
@Entity('comments')
@Index('comments_commented_at', ['commentedAt'])
@Index('comments_deleted', { synchronize: false })
@Index('comments_of_question', { synchronize: false })
@Index('comments_of_answer', { synchronize: false })
@Index('comments_found', { synchronize: false })
@Index('comments_of_author', ['commentedBy', 'position'])
export class CommentRow extends PostRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') questionId!: string;
  @Column('text', { nullable: true }) answerId!: string | null;
  @Column('bigint') position!: number;
  @Column('text') text!: string;
  @Column('text') commentedBy!: string;
  @Column('timestamptz') commentedAt!: Date;
}
