import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationType } from '@parlour/contracts/notifications/notifications';

/** The notification types that a person wants; without a row, all of them. */
@Entity('notification_preferences')
export class NotificationPreferencesRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text', { array: true }) wanted!: NotificationType[];
}
