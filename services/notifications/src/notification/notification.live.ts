import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import type { TellableNotification } from './notification.queries.ts';

/** The rows that the live messages of one batch show, read at the time of sending. */
export interface LiveRows {
  readonly notifications: ReadonlyMap<string, TellableNotification>;
  /** Unread counts per person. */
  readonly unread: ReadonlyMap<string, number>;
}

/** The notifications and people whose rows `live` needs. */
export function shownBy(events: readonly EnvelopeOf<NotificationsEvent>[]): { ids: string[]; userIds: string[] } {
  return {
    ids: events.flatMap(({ type, data }) => (type === 'Notified' ? [data.notificationId] : [])),
    userIds: [...new Set(events.flatMap((event) => (isPutAway(event) ? [event.data.userId] : [])))],
  };
}

/** Whether the event changes what a person has read, or has. */
function isPutAway({ type }: EnvelopeOf<NotificationsEvent>): boolean {
  return type !== 'Notified' && type !== 'NotificationPreferencesChanged';
}

/**
 * The live messages of a batch of events: each new notification to its recipient, and once the
 * unread count to people who read or deleted some, so that their other tabs agree. Source:
 * decisions N-3.
 */
export function live(events: readonly EnvelopeOf<NotificationsEvent>[], rows: LiveRows): readonly LiveMessage[] {
  const lastOf = new Map<string, number>();
  for (const event of events) if (isPutAway(event)) lastOf.set(event.data.userId, event.position);
  return events.flatMap((event): LiveMessage[] => {
    const { position } = event;
    switch (event.type) {
      case 'Notified': {
        const shown = rows.notifications.get(event.data.notificationId);
        if (!shown) return [];
        return [{ to: [`user:${shown.userId}`], event: 'notification', payload: shown.notification, position }];
      }
      case 'NotificationDeleted':
      case 'NotificationViewed':
      case 'NotificationsSwept':
      case 'NotificationsRestored':
      case 'NotificationsRead': {
        const { userId } = event.data;
        const unread = rows.unread.get(userId);
        if (unread === undefined || lastOf.get(userId) !== position) return [];
        return [{ to: [`user:${userId}`], event: 'notificationsUpdate', payload: { unread }, position }];
      }
      case 'NotificationPreferencesChanged':
        return [];
      default:
        event satisfies never;
        return [];
    }
  });
}
