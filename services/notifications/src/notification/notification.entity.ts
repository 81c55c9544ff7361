import type { ModeratedNews, ReportNews } from '@parlour/contracts/notifications/notifications';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A notification, with ids only, because names and titles are current when it is read. A deleted
 * one keeps its row as a marker: others may have been read up to it.
 */
@Entity('notifications')
@Index('notifications_latest', { synchronize: false })
@Index('notifications_invitations', { synchronize: false })
@Index('notifications_of_target', ['userId', 'targetId', 'position'])
export class NotificationRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'notifications_pkey' })
  id!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('bigint')
  position!: number;

  @Column('text')
  about!: string;

  @Column('text', { name: 'target_id' })
  targetId!: string;

  @Column('text', { name: 'actor_id' })
  actorId!: string;

  @Column('text', { name: 'game_type', nullable: true })
  gameType!: string | null;

  @Column('text', { name: 'answer_id', nullable: true })
  answerId!: string | null;

  @Column('text', { name: 'comment_id', nullable: true })
  commentId!: string | null;

  @Column('text', { name: 'message_id', nullable: true })
  messageId!: string | null;

  /** What happened in a community, and its name at that time; null for all others. */
  @Column('text', { nullable: true })
  what!: string | null;

  @Column('text', { name: 'community_name', nullable: true })
  communityName!: string | null;

  /** Only of posts that others removed or restored, and of warnings. */
  @Column('jsonb', { nullable: true })
  moderated!: ModeratedNews | null;

  /** Only of the outcome of a report. */
  @Column('jsonb', { nullable: true })
  report!: ReportNews | null;

  @Column('timestamptz', { name: 'notified_at' })
  notifiedAt!: Date;

  @Column('boolean')
  deleted!: boolean;

  /** Its own View was used; it is read all the same if it stands before what was read. */
  @Column('boolean')
  viewed!: boolean;
}

/** Up to where a person has read their notifications. */
@Entity('notification_reads')
export class NotificationReadRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'notification_reads_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;
}

/** Up to where a person has deleted all of their notifications. */
@Entity('notification_sweeps')
export class NotificationSweepRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'notification_sweeps_pkey' })
  userId!: string;

  /** The last such deletion, also once it is undone. */
  @Column('text', { name: 'sweep_id' })
  sweepId!: string;

  /** Those before this position are deleted. */
  @Column('bigint')
  position!: number;

  /** That position before the last deletion, to which undoing returns. */
  @Column('bigint')
  previous!: number;
}
