import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeChoice, NotificationType } from '@parlour/contracts/notifications/notifications';

/** What a person wants; without a row, all notifications on the page. */
@Entity('notification_preferences')
export class NotificationPreferencesRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text', { array: true }) wanted!: NotificationType[];

  /** What leaves the page, and when; null until it was chosen. */
  @Column('jsonb', { nullable: true }) choice!: NoticeChoice | null;
}
