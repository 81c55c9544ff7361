/** Why somebody is notified. Source: specification LI-16. */
export const notificationTypes = ['comment', 'answer', 'follower', 'gameInvite'] as const;

/** Why somebody is notified. */
export type NotificationType = (typeof notificationTypes)[number];

/**
 * Gateway to browser: a notification of the viewer's own. Source: specification EN-6;
 * decisions N-1, N-3.
 */
export interface NotificationWire {
  readonly _id: string;
  readonly type: NotificationType;
  /** What it leads to: a question's id, a username, a game's id. */
  readonly id: string;
  /** The usernames that it concerns: the viewer alone. */
  readonly users: readonly string[];
  /** The text, as decisions X words it. */
  readonly message: string;
  readonly notifyDateTime: string;
  readonly isRead: boolean;
}

/**
 * Somebody is to hear of something; decided once, by the policy. Stream `notification/<id>`;
 * ordering key the one who hears.
 */
export interface Notified {
  readonly type: 'Notified';
  readonly data: {
    readonly notificationId: string;
    readonly userId: string;
    readonly about: NotificationType;
    /** A question's, a user's or a game's id. */
    readonly targetId: string;
    /** Who did it. */
    readonly actorId: string;
    /** Of a game's invitation alone: the game's type. */
    readonly gameType: string | null;
  };
}

/**
 * One no longer wants to see a notification; it stays deleted after a rebuild. Stream and key as of
 * `Notified`.
 */
export interface NotificationDeleted {
  readonly type: 'NotificationDeleted';
  readonly data: { readonly notificationId: string; readonly userId: string };
}

/**
 * One has seen all notifications up to one of them. Stream `notificationread/<user>`; ordering key
 * the user.
 */
export interface NotificationsRead {
  readonly type: 'NotificationsRead';
  readonly data: { readonly userId: string; readonly upTo: string };
}

/**
 * One has chosen of what to be notified from now on; what he has already stays. The whole choice,
 * in the order of `notificationTypes`; until the first one it is all. Stream
 * `notificationpreferences/<user>`; ordering key the user.
 */
export interface NotificationPreferencesChanged {
  readonly type: 'NotificationPreferencesChanged';
  readonly data: { readonly userId: string; readonly wanted: readonly NotificationType[] };
}

/** What the log of notifications can hold. */
export type NotificationsEvent = Notified | NotificationDeleted | NotificationsRead | NotificationPreferencesChanged;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const notificationsSchemaVersions = {
  Notified: 1,
  NotificationDeleted: 1,
  NotificationsRead: 1,
  NotificationPreferencesChanged: 1,
} as const satisfies Record<NotificationsEvent['type'], number>;
