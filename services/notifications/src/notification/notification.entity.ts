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
  @PrimaryColumn('text') id!: string;
  @Column('text') userId!: string;
  @Column('bigint') position!: number;
  @Column('text') about!: string;
  @Column('text') targetId!: string;
  @Column('text') actorId!: string;
  @Column('text', { nullable: true }) gameType!: string | null;
  @Column('text', { nullable: true }) answerId!: string | null;
  @Column('text', { nullable: true }) commentId!: string | null;
  @Column('text', { nullable: true }) messageId!: string | null;

  /** What happened in a community, and its name at that time; null for all others. */
  @Column('text', { nullable: true }) what!: string | null;
  @Column('text', { nullable: true }) communityName!: string | null;

  /** Only of posts that others removed or restored, and of warnings. */
  @Column('jsonb', { nullable: true }) moderated!: ModeratedNews | null;

  /** Only of the outcome of a report. */
  @Column('jsonb', { nullable: true }) report!: ReportNews | null;
  @Column('timestamptz') notifiedAt!: Date;
  @Column('boolean') deleted!: boolean;

  /** Its own View was used; it is read all the same if it stands before what was read. */
  @Column('boolean') viewed!: boolean;
}

/** Up to where a person has read their notifications. */
@Entity('notification_reads')
export class NotificationReadRow {
  @PrimaryColumn('text') userId!: string;
  @Column('bigint') position!: number;
}

/** Up to where a person has deleted all of their notifications. */
@Entity('notification_sweeps')
export class NotificationSweepRow {
  @PrimaryColumn('text') userId!: string;

  /** The last such deletion, also once it is undone. */
  @Column('text') sweepId!: string;

  /** Those before this position are deleted. */
  @Column('bigint') position!: number;

  /** That position before the last deletion, to which undoing returns. */
  @Column('bigint') previous!: number;
}
