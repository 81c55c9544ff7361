/**
 * Gateway to browser: a person as this viewer may see him; an allow-list, never the row of a table.
 * Without followVisibility others get empty lists and counts of 0. Source: decisions T-6, U-1.
 */
export interface UserWire extends UserRowWire {
  readonly biography: string;
  /**
   * In the order of following, up to `limits.namesListed`; the viewer's own name is always among
   * them.
   */
  readonly followers: readonly string[];
  /** As `followers`. */
  readonly following: readonly string[];
  /**
   * Whether the viewer follows this person: his own doing, so told also where the lists are hidden.
   */
  readonly isFollowed: boolean;
  readonly isGoogleUser: boolean;
  /** Of somebody whom the operator keeps out. Source: decisions O-1. */
  readonly suspended?: true;
  /** To its owner alone, and only of a Google account. */
  readonly email?: string;
}

/** Gateway to browser: a person in a list and in live events; what this viewer may not see is 0. */
export interface UserRowWire {
  readonly _id: string;
  readonly username: string;
  readonly dateJoined: string;
  readonly followVisibility: boolean;
  readonly followerCount: number;
  readonly followingCount: number;
}

/**
 * Gateway to browser: a login of the demonstration, whose passwords are published. Source:
 * decisions O-3.
 */
export interface DemoLoginWire {
  readonly username: string;
  readonly password: string;
  /** What there is to see as this person, in a few words. */
  readonly about: string;
}

/** Gateway to browser: one of one's own sessions. */
export interface SessionWire {
  readonly _id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** The one that asks. */
  readonly current: boolean;
}

/**
 * Identity to gateway: a session that begins or goes on. The refresh token goes to a cookie and
 * nowhere else.
 */
export interface SessionGrant {
  readonly user: UserWire;
  readonly sessionId: string;
  readonly refreshToken: string;
  /** When the password was last given, ISO-8601. */
  readonly authenticatedAt: string;
  /** When the refresh token ends if it is not used, ISO-8601. */
  readonly refreshExpiresAt: string;
}

/** Identity to gateway: whoever runs the site has ended the delay of signing in to an account. */
export interface EndedDelay {
  readonly username: string;
  /** ISO-8601. */
  readonly endedAt: string;
}

/** A person joined. The only event that a name stands in. Stream `user/<id>`. */
export interface UserRegistered {
  readonly type: 'UserRegistered';
  readonly data: { readonly userId: string; readonly name: string };
}

/**
 * A session is over, by logout, by misuse of an old refresh token, or because another session ended
 * it. Stream `session/<id>`.
 */
export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly data: {
    readonly sessionId: string;
    readonly userId: string;
    readonly reason:
      | 'logout'
      | 'reuse'
      | 'expired'
      | 'everywhere'
      | 'passwordReset'
      | 'deleted'
      | 'operator'
      | 'suspended';
  };
}

/** Somebody follows somebody. Stream `follow/<follower>/<followed>`; ordering key the followed. */
export interface UserFollowed {
  readonly type: 'UserFollowed';
  readonly data: { readonly followerId: string; readonly followedId: string };
}

/**
 * Somebody no longer follows somebody; rights that hung on it end. Stream and ordering key as of
 * `UserFollowed`.
 */
export interface UserUnfollowed {
  readonly type: 'UserUnfollowed';
  readonly data: { readonly followerId: string; readonly followedId: string };
}

/**
 * Others may, or may no longer, see whom this person follows and who follows him. Stream
 * `user/<id>`.
 */
export interface FollowVisibilityChanged {
  readonly type: 'FollowVisibilityChanged';
  readonly data: { readonly userId: string; readonly visible: boolean };
}

/** The biography changed; its text stands in identity's own table alone. Stream `user/<id>`. */
export interface BiographyUpdated {
  readonly type: 'BiographyUpdated';
  readonly data: { readonly userId: string };
}

/** The password was changed; all other sessions end. Stream `user/<id>`. */
export interface PasswordReset {
  readonly type: 'PasswordReset';
  readonly data: { readonly userId: string };
}

/**
 * The operator keeps this person out: no session of his goes on, none begins. Stream `user/<id>`.
 */
export interface UserSuspended {
  readonly type: 'UserSuspended';
  readonly data: { readonly userId: string };
}

/** The operator lets this person in again. Stream `user/<id>`. */
export interface UserRestored {
  readonly type: 'UserRestored';
  readonly data: { readonly userId: string };
}

/**
 * An account was deleted: its name stays reserved, its posts stay as those of a 'deleted user'.
 * Stream `user/<id>`.
 */
export interface UserDeleted {
  readonly type: 'UserDeleted';
  readonly data: { readonly userId: string };
}

/** What the log of identity can hold. */
export type IdentityEvent =
  | UserRegistered
  | SessionEnded
  | UserFollowed
  | UserUnfollowed
  | FollowVisibilityChanged
  | BiographyUpdated
  | PasswordReset
  | UserSuspended
  | UserRestored
  | UserDeleted;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const identitySchemaVersions = {
  UserRegistered: 1,
  SessionEnded: 1,
  UserFollowed: 1,
  UserUnfollowed: 1,
  FollowVisibilityChanged: 1,
  BiographyUpdated: 1,
  PasswordReset: 1,
  UserSuspended: 1,
  UserRestored: 1,
  UserDeleted: 1,
} as const satisfies Record<IdentityEvent['type'], number>;
