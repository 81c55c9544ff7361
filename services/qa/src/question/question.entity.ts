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

  @PrimaryColumn('text', { primaryKeyConstraintName: 'questions_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  title!: string;

  @Column('text')
  text!: string;

  /** The words for searches: their index is that of `QuestionTermsRow`. */
  @Column('tsvector')
  words?: string;

  /** How the text begins, as plain text. */
  @Column('text', { default: '' })
  excerpt?: string;

  @Column('text', { name: 'asked_by' })
  askedBy!: string;

  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;

  @Column('boolean', { name: 'only_followers' })
  onlyFollowers!: boolean;

  @Column('text', { name: 'community_id', nullable: true })
  communityId!: string | null;

  @Column('text', { name: 'accepted_answer_id', nullable: true })
  acceptedAnswerId!: string | null;

  @Column('text', { name: 'tag_keys', array: true })
  tagKeys!: string[];

  @Column('bigint', { name: 'active_position' })
  activePosition!: number;

  @Column('int', { name: 'answer_count' })
  answerCount!: number;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  @Column('int', { name: 'up_vote_count' })
  upVoteCount!: number;

  @Column('int', { name: 'down_vote_count' })
  downVoteCount!: number;

  /** Who answered or commented last, when, and which; null while nobody has. */
  @Column('text', { name: 'last_by', nullable: true })
  lastBy!: string | null;

  @Column('timestamptz', { name: 'last_at', nullable: true })
  lastAt!: Date | null;

  @Column('text', { name: 'last_kind', nullable: true })
  lastKind!: LastActivityWire['what'] | null;
}

/** The number of questions per audience, so that no list has to count. */
@Entity('question_totals')
@Index('question_totals_of_author', { synchronize: false })
export class QuestionTotalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'question_totals_pkey' })
  audience!: string;

  @Column('bigint')
  questions!: number;

  @Column('bigint')
  unanswered!: number;

  /** Those with an accepted answer. */
  @Column('bigint', { default: 0 })
  solved?: number;
}

/** The readers of a question. */
@Entity('question_views')
@Index('question_views_order', ['questionId', 'position'])
export class QuestionViewRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_views_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_views_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;
}

/**
 * Up to which position a person has read the answers of a question that they had read before. Kept
 * in place, in no event, as `chat_reads`.
 */
@Entity('question_reads')
export class QuestionReadRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_reads_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_reads_pkey' })
  questionId!: string;

  @Column('bigint')
  position!: number;
}

/** Votes on questions. */
@Entity('question_votes')
@Index('question_votes_order', ['questionId', 'up', 'position'])
export class QuestionVoteRow {
  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_votes_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_votes_pkey' })
  userId!: string;

  @Column('boolean')
  up!: boolean;

  @Column('bigint')
  position!: number;
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

  @PrimaryColumn('text', { name: 'question_id', primaryKeyConstraintName: 'question_follows_pkey' })
  questionId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'question_follows_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;

  @Column('bigint', { name: 'question_position' })
  questionPosition?: number;
}
