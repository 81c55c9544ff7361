import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationsRead } from '@parlour/contracts/notifications/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** Up to which notification a person has read. */
export interface ReadingState {
  readonly upTo: string | null;
}

/** Mark all notifications up to one as read. */
export interface MarkRead {
  readonly type: 'MarkRead';
  readonly userId: string;
  readonly upTo: string;
  /** Its state for this person: not theirs, read, or unread. */
  readonly shown: 'unknown' | 'read' | 'unread';
}

/** The stream of one person's reads. */
export function readingStream(userId: string): string {
  return `notificationread/${userId}`;
}

/**
 * The rules of reading: one's own, forwards only, and an event only if there was something unread.
 */
export const readingDecider: Decider<ReadingState, MarkRead, NotificationsRead> = {
  initial: { upTo: null },
  snapshots: 'all',

  decide({ userId, upTo, shown }, state) {
    if (shown === 'unknown') throw new DomainError('notification.unknown', messages.notificationUnknown);
    if (shown === 'read' || state.upTo === upTo) return [];
    return [{ type: 'NotificationsRead', data: { userId, upTo } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'NotificationsRead':
        return { upTo: event.data.upTo };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
