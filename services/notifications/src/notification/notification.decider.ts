import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationDeleted, NotificationViewed, Notified } from '@parlour/contracts/notifications/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether a notification was created, viewed, and not deleted. */
export interface NotificationState {
  readonly status: 'none' | 'made' | 'viewed' | 'deleted';
}

/** Notify a person. */
export interface Notify {
  readonly type: 'Notify';
  readonly notification: Notified['data'];
}

/** Delete a notification. */
export interface DeleteNotification {
  readonly type: 'DeleteNotification';
  readonly notificationId: string;
  readonly userId: string;
  /** Whether this person can see it; otherwise it is unknown. */
  readonly visible: boolean;
}

/** Mark a notification as read. */
export interface ViewNotification {
  readonly type: 'ViewNotification';
  readonly notificationId: string;
  readonly userId: string;
  /** Its state for this person: not theirs, read, or unread. */
  readonly shown: 'unknown' | 'read' | 'unread';
}

/** The stream of one notification. */
export function notificationStream(notificationId: string): string {
  return `notification/${notificationId}`;
}

/** The change that marks a notification as read. */
export function viewOf(view: Omit<ViewNotification, 'type'>) {
  return {
    streamId: notificationStream(view.notificationId),
    orderingKey: view.userId,
    decider: notificationDecider,
    command: (): ViewNotification => ({ type: 'ViewNotification', ...view }),
  };
}

const isThere = ({ status }: NotificationState): boolean => status === 'made' || status === 'viewed';

/**
 * The rules of one notification: it is created once, viewed once, and deleted once. Source:
 * decisions N-2, N-4, U-16.
 */
export const notificationDecider: Decider<
  NotificationState,
  Notify | DeleteNotification | ViewNotification,
  Notified | NotificationDeleted | NotificationViewed
> = {
  initial: { status: 'none' },
  snapshots: 'all',

  decide(command, state) {
    switch (command.type) {
      case 'Notify':
        return state.status === 'none' ? [{ type: 'Notified', data: command.notification }] : [];
      case 'DeleteNotification': {
        const { notificationId, userId } = command;
        if (!command.visible || !isThere(state)) {
          throw new DomainError('notification.unknown', messages.notificationUnknown);
        }
        return [{ type: 'NotificationDeleted', data: { notificationId, userId } }];
      }
      case 'ViewNotification': {
        const { notificationId, userId, shown } = command;
        if (shown === 'unknown') throw new DomainError('notification.unknown', messages.notificationUnknown);
        if (shown === 'read' || state.status !== 'made') return [];
        return [{ type: 'NotificationViewed', data: { notificationId, userId } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'Notified':
        return { status: 'made' };
      case 'NotificationViewed':
        return { status: 'viewed' };
      case 'NotificationDeleted':
        return { status: 'deleted' };
      default:
        event satisfies never;
        return state;
    }
  },
};
