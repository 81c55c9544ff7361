import { command, type Page, read } from '../calls.ts';
import type { ChangeNotices } from './notices.requests.ts';
import type { GetNotices, NoticesToSend, NoticesWire } from './notices.ts';
import type { NoticeKind, NotificationType, NotificationWire } from './notifications.ts';
import type {
  ChangePreferences,
  DeletedRows,
  GetNotifications,
  MarkRead,
  ViewNotification,
} from './notifications.requests.ts';

/** The calls that notifications answers. */
export const notificationsCalls = {
  'notifications.getNotifications': read<GetNotifications, Page<NotificationWire>>(),
  /**
   * Deletes one by its own id, with those that its row stands for, or all of the caller's about one
   * target; returns what was deleted.
   */
  'notifications.delete': command<DeletedRows & { id: string }, { deleted: readonly NotificationWire[] }>(),
  'notifications.unread': read<object, { unread: number }>(),
  /** Marks all up to a shown notification as read. */
  'notifications.markRead': command<MarkRead, { unread: number }>(),
  /** Marks all of one's own as read. */
  'notifications.readAll': command<object, { unread: number }>(),
  /** Marks one as read, with those that repeat it, because what it is about is viewed. */
  'notifications.view': command<ViewNotification, { unread: number }>(),
  /** Deletes all of one's own, and restores what the last such call deleted. */
  'notifications.deleteAll': command<object, { unread: number }>(),
  'notifications.restore': command<object, { unread: number }>(),
  /** The wanted notification types; all by default. */
  'notifications.getPreferences': read<object, { wanted: readonly NotificationType[] }>(),
  /** The complete choice; an unknown type is refused. */
  'notifications.changePreferences': command<ChangePreferences, { wanted: readonly NotificationType[] }>(),
  /** What reaches the caller, on the page and away from it. */
  'notifications.getNoticeTable': read<object, NoticesWire>(),
  /** The complete choice; answers it as it is then. */
  'notifications.changeNotices': command<ChangeNotices, NoticesWire>(),
  /** Ends mail of a kind to the person whom the gateway names. */
  'notifications.unsubscribe': command<{ userId: string; kind: NoticeKind }, { kind: NoticeKind }>(),
  /** For delivery, at the time of sending. Messages and turns have no rows here. */
  'notifications.getNotices': read<GetNotices, NoticesToSend>(),
};
