import type { Reportable, ReportAction } from '../communities/reports.ts';
import type { IsoTime } from '../time.ts';

/** The types of notifications. Source: specification LI-16, BN-1, BW-2. */
export const notificationTypes = [
  'comment',
  'answer',
  'follower',
  'gameInvite',
  'accepted',
  'request',
  'decision',
  'ownership',
  'mention',
  'moderated',
  'report',
] as const;

/** The rows of a list: each notification, or one for those that repeat. */
export const notificationRows = ['each', 'folded'] as const;

/** The types that repeat about one target. Source: decisions U-14. */
export const foldedTypes = ['answer', 'comment', 'follower', 'request'] as const satisfies readonly NotificationType[];

/** The target of requests to join the site. Source: specification IN-3. */
export const siteTarget = 'site';

/** The type of a notification. */
export type NotificationType = (typeof notificationTypes)[number];

/**
 * What can reach a person away from the page: a notification, a message in a chat, a move that
 * makes it their turn. The page shows the last two elsewhere.
 */
export type NoticeKind = NotificationType | 'message' | 'turn';

/** The hours in which a person is not disturbed, each day. */
export interface QuietHours {
  /** As `22:00`, on the clock of `zone`. Where `to` is earlier, it is on the next day. */
  readonly from: string;
  readonly to: string;
  /** As `Europe/Berlin`. */
  readonly zone: string;
}

/** What reaches a person away from the page, and when. Source: specification NO-1. */
export interface NoticeChoice {
  readonly push: readonly NoticeKind[];
  readonly mail: readonly NoticeKind[];
  readonly quiet: QuietHours | null;
  /** Nothing is sent before this time. */
  readonly until: IsoTime | null;
}

/**
 * Gateway to browser: one of the viewer's notifications. Source: specification EN-6; decisions N-1,
 * N-3.
 */
export interface NotificationWire {
  readonly _id: string;
  readonly type: NotificationType;
  /**
   * The target: a question's id, a username, a game's id, a community's id, `site`, or, of a
   * message, its chat's id or `global`.
   */
  readonly id: string;
  /** The answer to that question, if it is about one. */
  readonly answerId: string | null;
  /** The comment or the message, if it is about one; earlier ones about comments don't have it. */
  readonly commentId: string | null;
  readonly messageId: string | null;
  /** The usernames it concerns: only the viewer's. */
  readonly users: readonly string[];
  /** Who caused it, by their current name. */
  readonly actor: string;
  /** The text, in the words of decisions X. */
  readonly message: string;
  readonly notifyDateTime: IsoTime;
  readonly isRead: boolean;
  /** In a folded list: how many the row stands for, of which it is the newest. */
  readonly count?: number;
  /**
   * Of a report's outcome and of a warning: what was reported; of a rename: `person`; of a removed
   * or restored poll: `poll`.
   */
  readonly reported?: Reportable | null;
  /** And who caused these, the latest first, at most five. */
  readonly actors?: readonly string[];
}

/** What happened in a community that somebody is notified of. */
export type CommunityNews = 'requested' | 'approved' | 'denied' | 'offered' | 'accepted' | 'declined' | 'inherited';

/**
 * What somebody else did with a post or a poll; a warning is also about other things, a rename
 * about the person.
 */
export interface ModeratedNews {
  readonly act: 'removed' | 'restored' | 'warned' | 'renamed';
  readonly kind: Reportable;
  readonly reason: string | null;
}

/** What somebody reported, and what was done about it. */
export interface ReportNews {
  readonly type: Reportable;
  readonly action: ReportAction;
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
    /** The id of a question, user, game, community or chat, or `global`, or `site`. */
    readonly targetId: string;
    /** The person who caused it. */
    readonly actorId: string;
    /** Only for game invitations: the game type. */
    readonly gameType: string | null;
    /** The answer to the target, if it is about one; earlier events don't have it. */
    readonly answerId?: string;
    /** The comment, likewise. */
    readonly commentId?: string;
    /** The message, in the chat or room that is the target. */
    readonly messageId?: string;
    /** Only for communities: what happened, and the community's name at that time. */
    readonly news?: { readonly what: CommunityNews; readonly name: string };
    /** Only for posts that others removed or restored, for warnings, and for renames. */
    readonly moderated?: ModeratedNews;
    /** Only for the outcome of a report. */
    readonly report?: ReportNews;
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
 * in the order of `notificationTypes`; the default is all. What leaves the page is there once it
 * was chosen. Stream `notificationpreferences/<user>`; ordering key the user.
 */
export interface NotificationPreferencesChanged {
  readonly type: 'NotificationPreferencesChanged';
  readonly data: { readonly userId: string; readonly wanted: readonly NotificationType[] } & Partial<NoticeChoice>;
}

/** A person has viewed what a notification is about. Stream and key as for `Notified`. */
export interface NotificationViewed {
  readonly type: 'NotificationViewed';
  readonly data: { readonly notificationId: string; readonly userId: string };
}

/**
 * A person deleted all their notifications up to this event. Stream `notificationsweep/<user>`;
 * ordering key the user, as for the next one. Source: decisions U-15.
 */
export interface NotificationsSwept {
  readonly type: 'NotificationsSwept';
  /** When, for the decision whether they can still be restored. */
  readonly data: { readonly userId: string; readonly sweepId: string; readonly sweptAt: IsoTime };
}

/** A person restored what they had deleted all at once. */
export interface NotificationsRestored {
  readonly type: 'NotificationsRestored';
  readonly data: { readonly userId: string; readonly sweepId: string };
}

/** The events in notifications' log. */
export type NotificationsEvent =
  | Notified
  | NotificationDeleted
  | NotificationsRead
  | NotificationViewed
  | NotificationsSwept
  | NotificationsRestored
  | NotificationPreferencesChanged;

/** The current schema version of each event type; older events are upcast when read. */
export const notificationsSchemaVersions = {
  Notified: 1,
  NotificationDeleted: 1,
  NotificationsRead: 1,
  NotificationViewed: 1,
  NotificationsSwept: 1,
  NotificationsRestored: 1,
  NotificationPreferencesChanged: 1,
} as const satisfies Record<NotificationsEvent['type'], number>;
