import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent, NotificationsRead, Notified } from '@parlour/contracts/notifications';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/**
 * A notification, with ids only, because names and titles are current when it is read. A deleted
 * one keeps its row as a marker: others may have been read up to it.
 */
@Entity('notifications')
@Index('notifications_latest', { synchronize: false })
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

  @Column('timestamptz', { name: 'notified_at' })
  notifiedAt!: Date;

  @Column('boolean')
  deleted!: boolean;
}

/** Up to where a person has read their notifications. */
@Entity('notification_reads')
export class NotificationReadRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'notification_reads_pkey' })
  userId!: string;

  @Column('bigint')
  position!: number;
}

const notify = statement(
  'notifications.notify',
  `insert into notifications (id, user_id, position, about, target_id, actor_id, game_type, notified_at, deleted)
   select *, false from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
   on conflict (id) do nothing`,
);

const forget = statement('notifications.delete', 'update notifications set deleted = true where id = any($1::text[])');

// The slower of two tabs must not undo what the other has read.
const read = statement(
  'notifications.read',
  `insert into notification_reads (user_id, position)
   select r.user_id, max(n.position)
     from unnest($1::text[], $2::text[]) as r(user_id, up_to) join notifications n on n.id = r.up_to and n.user_id = r.user_id
    group by r.user_id
   on conflict (user_id) do update set position = greatest(notification_reads.position, excluded.position)`,
);

/** Notifications and reads; deleted ones stay deleted in a rebuild. Source: decisions N-4. */
export const notificationView: View = {
  name: 'notifications.notifications',
  source: 'notifications',
  tables: ['notifications', 'notification_reads'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const notified: Envelope<Notified>[] = [];
    const deleted: string[] = [];
    const readings: NotificationsRead['data'][] = [];
    for (const event of eventsOf<NotificationsEvent>(events)) {
      switch (event.type) {
        case 'Notified':
          notified.push(event);
          break;
        case 'NotificationDeleted':
          deleted.push(event.data.notificationId);
          break;
        case 'NotificationsRead':
          readings.push(event.data);
          break;
        case 'NotificationPreferencesChanged':
          break;
        default:
          event satisfies never;
      }
    }
    if (notified.length > 0) await insert(tx, notified);
    if (deleted.length > 0) await tx.query(forget, [deleted]);
    if (readings.length > 0) {
      await tx.query(read, [readings.map((one) => one.userId), readings.map((one) => one.upTo)]);
    }
  },
};

async function insert(tx: Tx, notified: readonly Envelope<Notified>[]): Promise<void> {
  const data = notified.map((event) => event.data);
  await tx.query(notify, [
    data.map((one) => one.notificationId),
    data.map((one) => one.userId),
    notified.map((event) => event.position),
    data.map((one) => one.about),
    data.map((one) => one.targetId),
    data.map((one) => one.actorId),
    data.map((one) => one.gameType),
    notified.map((event) => event.occurredAt),
  ]);
}
