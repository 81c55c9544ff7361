import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationDeleted, Notified } from '@parlour/contracts/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether a notification was made and is still wanted. */
export interface NotificationState {
  readonly status: 'none' | 'made' | 'deleted';
}

/** Let somebody hear of something. */
export interface Notify {
  readonly type: 'Notify';
  readonly notification: Notified['data'];
}

/** Put a notification away. */
export interface DeleteNotification {
  readonly type: 'DeleteNotification';
  readonly notificationId: string;
  readonly userId: string;
  /** Whether it is one that this person can see; to all others it is not there. */
  readonly visible: boolean;
}

/** The stream of one notification. */
export function notificationStream(notificationId: string): string {
  return `notification/${notificationId}`;
}

/** The rules of one notification: it is made once, and deleted once. Source: decisions N-2, N-4. */
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
