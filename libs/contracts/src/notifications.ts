/** The types of notifications. Source: specification LI-16. */
export const notificationTypes = ['comment', 'answer', 'follower', 'gameInvite'] as const;

/** The type of a notification. */
export type NotificationType = (typeof notificationTypes)[number];

/**
 * Gateway to browser: one of the viewer's notifications. Source: specification EN-6; decisions N-1,
 * N-3.
 */
export interface NotificationWire {
  readonly _id: string;
  readonly type: NotificationType;
  /** The target: a question's id, a username, or a game's id. */
  readonly id: string;
  /** The usernames it concerns: only the viewer's. */
  readonly users: readonly string[];
  /** The text, in the words of decisions X. */
  readonly message: string;
  readonly notifyDateTime: string;
  readonly isRead: boolean;
}

/**
 * A person was notified; decided once, by the policy. Stream `notification/<id>`; ordering key the
 * recipient.
 */
export interface Notified {
  readonly type: 'Notified';
  readonly data: {
    readonly notificationId: string;
    readonly userId: string;
    readonly about: NotificationType;
    /** The id of a question, user or game. */
    readonly targetId: string;
    /** The person who caused it. */
    readonly actorId: string;
    /** Only for game invitations: the game type. */
    readonly gameType: string | null;
  };
}

/**
 * A person deleted a notification; it stays deleted after a rebuild. Stream and key as for
 * `Notified`.
 */
export interface NotificationDeleted {
  readonly type: 'NotificationDeleted';
  readonly data: { readonly notificationId: string; readonly userId: string };
}

/**
 * A person has seen all notifications up to one. Stream `notificationread/<user>`; ordering key the
 * user.
 */
export interface NotificationsRead {
  readonly type: 'NotificationsRead';
  readonly data: { readonly userId: string; readonly upTo: string };
}

/**
 * A person chose which notifications to get from now on; existing ones stay. The complete choice,
 * in the order of `notificationTypes`; the default is all. Stream `notificationpreferences/<user>`;
 * ordering key the user.
 */
export interface NotificationPreferencesChanged {
  readonly type: 'NotificationPreferencesChanged';
  readonly data: { readonly userId: string; readonly wanted: readonly NotificationType[] };
}

/** The events in notifications' log. */
export type NotificationsEvent = Notified | NotificationDeleted | NotificationsRead | NotificationPreferencesChanged;

/** The current schema version of each event type; older events are upcast when read. */
export const notificationsSchemaVersions = {
  Notified: 1,
  NotificationDeleted: 1,
  NotificationsRead: 1,
  NotificationPreferencesChanged: 1,
} as const satisfies Record<NotificationsEvent['type'], number>;
