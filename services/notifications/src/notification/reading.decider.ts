import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationsRead } from '@parlour/contracts/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** Up to which notification somebody has read. */
export interface ReadingState {
  readonly upTo: string | null;
}

/** Note that somebody has read all up to a notification. */
export interface MarkRead {
  readonly type: 'MarkRead';
  readonly userId: string;
  readonly upTo: string;
  /** What it is to this person: none of his, one that he has read, one that he has not. */
  readonly shown: 'unknown' | 'read' | 'unread';
}

/** The stream of what one person has read. */
export function readingStream(userId: string): string {
  return `notificationread/${userId}`;
}

/** The rules of reading: one's own, forwards only, and an event only when there was something new. */
export const readingDecider: Decider<ReadingState, MarkRead, NotificationsRead> = {
  initial: { upTo: null },

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
