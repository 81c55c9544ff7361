import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { NotificationReadRow, NotificationRow, NotificationSweepRow } from './notification.entity.ts';

/** Notifications and reads; deleted ones stay deleted in a rebuild. Source: decisions N-4. */
export const notificationView = projection<NotificationsEvent>({
  name: 'notifications.notifications',
  source: 'notifications',
  entities: [NotificationRow, NotificationReadRow, NotificationSweepRow],
  changes: {
    Notified: ({
      data: { notificationId, news, moderated = null, report = null, ...notification },
      position,
      occurredAt,
    }) => [
      insert(NotificationRow, {
        answerId: null,
        commentId: null,
        messageId: null,
        ...notification,
        moderated,
        report,
        id: notificationId,
        what: news?.what ?? null,
        communityName: news?.name ?? null,
        position,
        notifiedAt: occurredAt,
        deleted: false,
        viewed: false,
      }),
    ],
    NotificationDeleted: ({ data: { notificationId } }) => [
      patch(NotificationRow, { id: notificationId }, { deleted: true }),
    ],
    NotificationViewed: ({ data: { notificationId } }) => [
      patch(NotificationRow, { id: notificationId }, { viewed: true }),
    ],
    // Below, in `after`.
    NotificationsRead: () => [],
    NotificationsSwept: () => [],
    NotificationsRestored: () => [],
  },
  after: (events) => [...moveReads(events), ...sweeps(events)],
});

// Only the notification's row has its position. The slower of two tabs must not undo what the other
// has read.
const read = statement(
  'notification_reads.read',
  `insert into notification_reads (user_id, position)
   select r.user_id, max(n.position)
     from unnest($1::text[], $2::text[]) as r(user_id, up_to) join notifications n on n.id = r.up_to and n.user_id = r.user_id
    group by r.user_id
   on conflict (user_id) do update set position = greatest(notification_reads.position, excluded.position)`,
);

// One row per person, however many notifications: they are written while others wait for the log.
const sweep = statement(
  'notification_sweeps.sweep',
  `insert into notification_sweeps (user_id, sweep_id, position, previous) values ($1, $2, $3, 0)
   on conflict (user_id) do update
      set sweep_id = excluded.sweep_id, position = excluded.position, previous = notification_sweeps.position`,
);

const restore = statement(
  'notification_sweeps.restore',
  `update notification_sweeps set position = previous where user_id = $1 and sweep_id = $2`,
);

function sweeps(events: readonly EnvelopeOf<NotificationsEvent>[]): BoundStatement[] {
  return events.flatMap(({ type, data, position }) => {
    if (type === 'NotificationsSwept') return [{ statement: sweep, values: [data.userId, data.sweepId, position] }];
    if (type === 'NotificationsRestored') return [{ statement: restore, values: [data.userId, data.sweepId] }];
    return [];
  });
}

function moveReads(events: readonly EnvelopeOf<NotificationsEvent>[]): BoundStatement[] {
  const reads = events.flatMap((event) => (event.type === 'NotificationsRead' ? [event.data] : []));
  if (reads.length === 0) return [];
  return [{ statement: read, values: [reads.map(({ userId }) => userId), reads.map(({ upTo }) => upTo)] }];
}
