import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { NotificationsEvent } from '@parlour/contracts/notifications';
import type { TellableNotification } from './notification-list.view.ts';

/** What the live messages of one batch of events show, read at the time of telling. */
export interface LiveRows {
  readonly notifications: ReadonlyMap<string, TellableNotification>;
  /** How many each has not read. */
  readonly unread: ReadonlyMap<string, number>;
}

/** The notifications and the people that `live` asks of its rows. */
export function shownBy(events: readonly EnvelopeOf<NotificationsEvent>[]): { ids: string[]; userIds: string[] } {
  return {
    ids: events.flatMap(({ type, data }) => (type === 'Notified' ? [data.notificationId] : [])),
    userIds: [...new Set(events.flatMap((event) => (isPutAway(event) ? [event.data.userId] : [])))],
  };
}

/** Whether somebody has fewer to read by it. */
function isPutAway({ type }: EnvelopeOf<NotificationsEvent>): boolean {
  return type === 'NotificationDeleted' || type === 'NotificationsRead';
}

/**
 * Who is told what of a batch of events: each of his own notifications alone, and once how many are left when he has read or deleted some, so that
 * his other tabs show the same. Source: decisions N-3.
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
