import { command, type Page, read } from './calls.ts';
import type { NotificationType, NotificationWire } from './notifications.ts';
import type { ChangePreferences, MarkRead } from './notifications.requests.ts';
import type { PageRequest } from './page.requests.ts';

/** The calls that notifications answers. */
export const notificationsCalls = {
  'notifications.getNotifications': read<PageRequest, Page<NotificationWire>>(),
  /**
   * Deletes one by its own id, or all of the caller's about one target; returns what was deleted.
   */
  'notifications.delete': command<{ id: string }, { deleted: readonly NotificationWire[] }>(),
  'notifications.unread': read<object, { unread: number }>(),
  /** Marks all up to a shown notification as read. */
  'notifications.markRead': command<MarkRead, { unread: number }>(),
  /** The wanted notification types; all by default. */
  'notifications.getPreferences': read<object, { wanted: readonly NotificationType[] }>(),
  /** The complete choice; an unknown type is refused. */
  'notifications.changePreferences': command<ChangePreferences, { wanted: readonly NotificationType[] }>(),
};
