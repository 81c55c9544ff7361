import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import {
  type NotificationPreferencesChanged,
  notificationTypes,
  type NotificationType,
} from '@parlour/contracts/notifications/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** The notification types that a person wants. */
export interface PreferencesState {
  readonly wanted: readonly NotificationType[];
}

/** Choose the notification types from now on. */
export interface ChangePreferences {
  readonly type: 'ChangePreferences';
  readonly userId: string;
  /** The whole choice, in any order. */
  readonly wanted: readonly string[];
}

/** The stream of one person's preferences. */
export function preferencesStream(userId: string): string {
  return `notificationpreferences/${userId}`;
}

/**
 * The rules of choosing: known types, each once, everything by default, and an event only for a
 * change.
 */
export const preferencesDecider: Decider<PreferencesState, ChangePreferences, NotificationPreferencesChanged> = {
  initial: { wanted: notificationTypes },
  snapshots: 'all',

  decide({ userId, wanted }, state) {
    const known: readonly string[] = notificationTypes;
    if (wanted.some((type) => !known.includes(type))) {
      throw new DomainError('notification.type', messages.notificationTypeInvalid);
    }
    const chosen = notificationTypes.filter((type) => wanted.includes(type));
    if (notificationTypes.every((type) => chosen.includes(type) === state.wanted.includes(type))) return [];
    return [{ type: 'NotificationPreferencesChanged', data: { userId, wanted: chosen } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'NotificationPreferencesChanged':
        return { wanted: event.data.wanted };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
