import type { LastActivityWire } from '@parlour/contracts/qa/qa';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PostRow } from '@parlour/posts/post-row';

/**
 * A question with the counts that lists show and sort by; `position` is that of its asking, so it
 * orders by time.
 */
@Entity('questions')
@Index('questions_asked_at', ['askedAt'])
@Index('questions_deleted', { synchronize: false })
@Index('questions_deleted_of_author', { synchronize: false })
@Index('questions_newest', { synchronize: false })
@Index('questions_unanswered', { synchronize: false })
@Index('questions_unsolved', { synchronize: false })
@Index('questions_active', { synchronize: false })
@Index('questions_most_viewed', { synchronize: false })
@Index('questions_of_author', { synchronize: false })
@Index('questions_of_community', { synchronize: false })
export class QuestionRow extends PostRow {
  static readonly derived = {
    words: `question_words(n.title || ' ' || n.text)`,
    excerpt: 'question_excerpt(n.text)',
  };

  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') title!: string;
  @Column('text') text!: string;

  /** The words for searches: their index is that of `QuestionTermsRow`. */
  @Column('tsvector') words?: string;

  /** How the text begins, as plain text. */
  @Column('text', { default: '' }) excerpt?: string;
  @Column('text') askedBy!: string;
  @Column('timestamptz') askedAt!: Date;
  @Column('boolean') onlyFollowers!: boolean;
  @Column('text', { nullable: true }) communityId!: string | null;
  @Column('text', { nullable: true }) acceptedAnswerId!: string | null;
  @Column('text', { array: true }) tagKeys!: string[];
  @Column('bigint') activePosition!: number;
  @Column('int') answerCount!: number;
  @Column('int') viewCount!: number;
  @Column('int') upVoteCount!: number;
  @Column('int') downVoteCount!: number;

  /** Who answered or commented last, when, and which; null while nobody has. */
  @Column('text', { nullable: true }) lastBy!: string | null;
  @Column('timestamptz', { nullable: true }) lastAt!: Date | null;
  @Column('text', { nullable: true }) lastKind!: LastActivityWire['what'] | null;
}

/** The number of questions per audience, so that no list has to count. */
@Entity('question_totals')
@Index('question_totals_of_author', { synchronize: false })
export class QuestionTotalRow {
  @PrimaryColumn('text') audience!: string;
  @Column('bigint') questions!: number;
  @Column('bigint') unanswered!: number;

  /** Those with an accepted answer. */
  @Column('bigint', { default: 0 }) solved?: number;
}

/** The readers of a question. */
@Entity('question_views')
@Index('question_views_order', ['questionId', 'position'])
export class QuestionViewRow {
  @PrimaryColumn('text') questionId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('bigint') position!: number;
}

/**
 * Up to which position a person has read the answers of a question that they had read before. Kept
 * in place, in no event, as `chat_reads`.
 */
@Entity('question_reads')
export class QuestionReadRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') questionId!: string;
  @Column('bigint') position!: number;
}

/** Votes on questions. */
@Entity('question_votes')
@Index('question_votes_order', ['questionId', 'up', 'position'])
export class QuestionVoteRow {
  @PrimaryColumn('text') questionId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('boolean') up!: boolean;
  @Column('bigint') position!: number;
}

/**
 * The followers of a question; `questionPosition` is the question's position, which sorts a
 * follower's list.
 */
@Entity('question_follows')
@Index('question_follows_order', ['questionId', 'position'])
@Index('question_follows_of_user', { synchronize: false })
export class QuestionFollowRow {
  static readonly derived = {
    questionPosition: 'coalesce((select q.position from questions q where q.id = n.question_id), n.position)',
  };

  @PrimaryColumn('text') questionId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('bigint') position!: number;
  @Column('bigint') questionPosition?: number;
}
