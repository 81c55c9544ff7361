import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationDeleted, Notified } from '@parlour/contracts/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether a notification was created and not deleted. */
export interface NotificationState {
  readonly status: 'none' | 'made' | 'deleted';
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

/** The stream of one notification. */
export function notificationStream(notificationId: string): string {
  return `notification/${notificationId}`;
}

/**
 * The rules of one notification: it is created once, and deleted once. Source: decisions N-2, N-4.
 */
export const notificationDecider: Decider<
  NotificationState,
  Notify | DeleteNotification,
  Notified | NotificationDeleted
> = {
  initial: { status: 'none' },

  decide(command, state) {
    switch (command.type) {
      case 'Notify':
        return state.status === 'none' ? [{ type: 'Notified', data: command.notification }] : [];
      case 'DeleteNotification': {
        const { notificationId, userId } = command;
        if (!command.visible || state.status !== 'made') {
          throw new DomainError('notification.unknown', messages.notificationUnknown);
        }
        return [{ type: 'NotificationDeleted', data: { notificationId, userId } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'Notified':
        return { status: 'made' };
      case 'NotificationDeleted':
        return { status: 'deleted' };
      default:
        event satisfies never;
        return state;
    }
  },
};
