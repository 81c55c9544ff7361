import type { FileLimits } from '../files/file-limits.ts';
import type { ApprovalDecided, ApprovalRequested } from './approval.ts';
import type { InvitationCreated, InvitationRevoked, InvitationUsed } from './invitations.ts';
import type { MemberAdded } from './members.ts';
import type { SignUpMode, SiteChanged, SitePictureChosen } from '../site.ts';
import type { IsoTime } from '../time.ts';

/**
 * Gateway to browser: a person as this viewer may see them; an allow-list, never a table row.
 * Without followVisibility, others get empty lists and counts of 0. Source: decisions T-6, U-1.
 */
export interface UserWire extends UserRowWire {
  readonly biography: string;
  /**
   * In the order of following, up to `limits.namesListed`; always including the viewer's own name.
   */
  readonly followers: readonly string[];
  /** Like `followers`. */
  readonly following: readonly string[];
  /**
   * Whether the viewer follows this person: the viewer's own choice, so present even if the lists
   * are hidden.
   */
  readonly isFollowed: boolean;
  readonly isGoogleUser: boolean;
  /** Present if the operator has suspended the account. Source: decisions O-1. */
  readonly suspended?: true;
  /** Present if it is the viewer, who is an operator; nobody learns it of others. */
  readonly operator?: true;
  /**
   * Only for the owner, like the next three: the address that they have given, or else Google's for
   * a Google account.
   */
  readonly email?: string;
  /** Whether they have opened the link that was sent there. Absent for Google's. */
  readonly emailConfirmed?: boolean;
  /** The address that replaces a confirmed one, once it is confirmed. */
  readonly newEmail?: string;
  /** Present if nothing is sent there any more, because mail was refused three times. */
  readonly emailStopped?: true;
}

/**
 * Gateway to browser: a person in a list and in live events; numbers that this viewer may not see
 * are 0.
 */
export interface UserRowWire {
  readonly _id: string;
  readonly username: string;
  readonly dateJoined: IsoTime;
  readonly followVisibility: boolean;
  readonly followerCount: number;
  readonly followingCount: number;
  /** The address of their picture; null if they have none. Source: specification FI-8. */
  readonly picture: string | null;
  /** The first line of the biography, cut; only in lists of people. */
  readonly about?: string;
}

/** Gateway to browser: a person whom a name that is being typed may mean. */
export interface NamedPersonWire {
  readonly _id: string;
  readonly username: string;
}

/** The orders of a list of people: by name, the newest first, or the most followed first. */
export const userOrders = ['name', 'newest', 'followed'] as const;

/** One of `userOrders`. */
export type UserOrder = (typeof userOrders)[number];

/** Gateway to browser: a person whom the viewer has blocked; nobody else learns of it. */
export interface BlockedPersonWire {
  readonly _id: string;
  readonly username: string;
  readonly blockedAt: IsoTime;
}

/** Gateway to browser: whether a person is online, as far as the viewer may know. */
export interface OnlineWire {
  readonly username: string;
  readonly online: boolean;
}

/** Gateway to browser: a demo account, whose password is public. Source: decisions O-3. */
export interface DemoLoginWire {
  readonly username: string;
  readonly password: string;
  /** What this account shows, in a few words. */
  readonly about: string;
}

/** Identity to gateway: what only identity knows of signing up. */
export interface SignUpTerms {
  /** Whether there is no account yet: the first one runs the site. */
  readonly isNew: boolean;
  /** The least length of a new password. */
  readonly passwordLength: number;
  /** If the site sends mail. */
  readonly mail?: true;
}

/** Gateway to browser: the sign-in methods of the site. */
export interface ProvidersWire {
  /** Whether Google sign-in is configured. */
  readonly google: boolean;
  readonly googleClientId: string | null;
  /** Whether signing up requires a code. */
  readonly signupCode: boolean;
  /** Who may sign up. */
  readonly signUp: SignUpMode;
  /**
   * Whether somebody has signed in with this browser before, and may still be. Otherwise asking for
   * the session would only be refused.
   */
  readonly signedInBefore: boolean;
  /** If there is no account yet: the first one runs the site. */
  readonly isNew?: true;
  /** The least length of a new password, if it is above one. */
  readonly passwordLength?: number;
  /** Who helps people that can't sign in, if the operator has said it. */
  readonly contact?: string;
  /** What those who wait for approval are asked, if people sign up so and are asked anything. */
  readonly question?: string;
  /** What people can upload; absent if they can't. */
  readonly files?: FileLimits;
  /** If the site sends mail: people can have an address, and links for forgotten passwords. */
  readonly mail?: true;
  /** If everybody can invite people, not only operators. */
  readonly invitations?: true;
  /** Logins to try the site with; only in a demonstration. */
  readonly demo?: readonly DemoLoginWire[];
}

/** Gateway to browser: one of the viewer's sessions. */
export interface SessionWire {
  readonly _id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: IsoTime;
  readonly lastUsedAt: IsoTime;
  /** Whether it is the session that makes this request. */
  readonly current: boolean;
}

/**
 * Identity to gateway: a new or continued session. The refresh token goes into a cookie and nowhere
 * else.
 */
export interface SessionGrant {
  readonly user: UserWire;
  readonly sessionId: string;
  readonly refreshToken: string;
  /** When the password was last entered, ISO-8601. */
  readonly authenticatedAt: IsoTime;
  /** When the refresh token expires if unused, ISO-8601. */
  readonly refreshExpiresAt: IsoTime;
}

/** Identity to gateway: the operator has ended the sign-in delay of an account. */
export interface EndedDelay {
  readonly username: string;
  /** ISO-8601. */
  readonly endedAt: string;
}

/** A person signed up. Stream `user/<id>`. Only this event and `UserRenamed` hold names. */
export interface UserRegistered {
  readonly type: 'UserRegistered';
  readonly data: { readonly userId: string; readonly name: string };
}

/**
 * A session ended: by logout, by reuse of an old refresh token, or because another session ended
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

/** A person followed another. Stream `follow/<follower>/<followed>`; ordering key the followed. */
export interface UserFollowed {
  readonly type: 'UserFollowed';
  readonly data: { readonly followerId: string; readonly followedId: string };
}

/**
 * A person unfollowed another, which ends the rights that depend on it. Stream and ordering key as
 * for `UserFollowed`.
 */
export interface UserUnfollowed {
  readonly type: 'UserUnfollowed';
  readonly data: { readonly followerId: string; readonly followedId: string };
}

/**
 * A person blocked another; only the blocker may learn of it. Stream `block/<blocker>/<blocked>`;
 * ordering key the blocker. Source: decisions M-14.
 */
export interface UserBlocked {
  readonly type: 'UserBlocked';
  readonly data: { readonly blockerId: string; readonly blockedId: string };
}

/** A person lifted a block. Stream and ordering key as for `UserBlocked`. */
export interface UserUnblocked {
  readonly type: 'UserUnblocked';
  readonly data: { readonly blockerId: string; readonly blockedId: string };
}

/** A person hid or showed their followers and followings. Stream `user/<id>`. */
export interface FollowVisibilityChanged {
  readonly type: 'FollowVisibilityChanged';
  readonly data: { readonly userId: string; readonly visible: boolean };
}

/** The biography changed; only identity's own table has its text. Stream `user/<id>`. */
export interface BiographyUpdated {
  readonly type: 'BiographyUpdated';
  readonly data: { readonly userId: string };
}

/** A person chose another picture, or none. Stream `picture/<id>`; ordering key the person. */
export interface PictureChosen {
  readonly type: 'PictureChosen';
  readonly data: { readonly userId: string; readonly fileId: string | null };
}

/** The password was changed; all other sessions end. Stream `user/<id>`. */
export interface PasswordReset {
  readonly type: 'PasswordReset';
  readonly data: { readonly userId: string };
}

/**
 * A person's e-mail address changed. Addresses are in no event: each has an id. Stream
 * `email/<id>`; ordering key the person. Source: specification ML-2.
 */
export interface EmailChanged {
  readonly type: 'EmailChanged';
  readonly data: {
    readonly userId: string;
    /**
     * An address was given by its owner or by an operator's list, was confirmed by its link, or all
     * were removed.
     */
    readonly change: 'given' | 'listed' | 'confirmed' | 'removed';
    /** From here on: the address that waits to be confirmed, and the confirmed one. */
    readonly newId: string | null;
    readonly currentId: string | null;
    /** The confirmed one that this replaced or removed; it is told. */
    readonly formerId: string | null;
  };
}

/**
 * Somebody asked for a link in place of a forgotten password, for an account with a confirmed
 * address. Stream `forgotten/<id>`; ordering key the person. Source: specification ML-3.
 */
export interface PasswordResetRequested {
  readonly type: 'PasswordResetRequested';
  readonly data: { readonly userId: string; readonly emailId: string };
}

/**
 * An operator gave this person another name. The former one stays reserved for them. Deleting the
 * account empties all three texts. Stream `user/<id>`. Source: decisions O-12.
 */
export interface UserRenamed {
  readonly type: 'UserRenamed';
  readonly data: {
    readonly userId: string;
    readonly name: string;
    readonly formerName: string;
    /** For the site's log; blank if the operator gave none. */
    readonly reason: string;
  };
}

/**
 * The operator suspended this person: their sessions end, and none can start. Stream `user/<id>`.
 */
export interface UserSuspended {
  readonly type: 'UserSuspended';
  readonly data: { readonly userId: string };
}

/** The operator lifted this person's suspension. Stream `user/<id>`. */
export interface UserRestored {
  readonly type: 'UserRestored';
  readonly data: { readonly userId: string };
}

/**
 * This person became an operator: as the first account of a fresh site, or by another operator.
 * Stream `user/<id>`. Source: decisions O-4.
 */
export interface OperatorAdded {
  readonly type: 'OperatorAdded';
  readonly data: { readonly userId: string };
}

/** This person is no operator any more. Stream `user/<id>`. */
export interface OperatorRemoved {
  readonly type: 'OperatorRemoved';
  readonly data: { readonly userId: string };
}

/**
 * An account was deleted: its name stays reserved, its posts stay under 'deleted user'. Stream
 * `user/<id>`.
 */
export interface UserDeleted {
  readonly type: 'UserDeleted';
  readonly data: { readonly userId: string };
}

/** The events in identity's log. */
export type IdentityEvent =
  | UserRegistered
  | UserRenamed
  | SessionEnded
  | UserFollowed
  | UserUnfollowed
  | UserBlocked
  | UserUnblocked
  | FollowVisibilityChanged
  | BiographyUpdated
  | PictureChosen
  | PasswordReset
  | EmailChanged
  | PasswordResetRequested
  | UserSuspended
  | UserRestored
  | OperatorAdded
  | OperatorRemoved
  | SiteChanged
  | SitePictureChosen
  | InvitationCreated
  | InvitationRevoked
  | InvitationUsed
  | MemberAdded
  | ApprovalRequested
  | ApprovalDecided
  | UserDeleted;

/** The current schema version of each event type; older events are upcast when read. */
export const identitySchemaVersions = {
  UserRegistered: 1,
  UserRenamed: 1,
  SessionEnded: 1,
  UserFollowed: 1,
  UserUnfollowed: 1,
  UserBlocked: 1,
  UserUnblocked: 1,
  FollowVisibilityChanged: 1,
  BiographyUpdated: 1,
  PictureChosen: 1,
  PasswordReset: 1,
  EmailChanged: 1,
  PasswordResetRequested: 1,
  UserSuspended: 1,
  UserRestored: 1,
  OperatorAdded: 1,
  OperatorRemoved: 1,
  SiteChanged: 1,
  SitePictureChosen: 1,
  InvitationCreated: 1,
  InvitationRevoked: 1,
  InvitationUsed: 1,
  MemberAdded: 1,
  ApprovalRequested: 1,
  ApprovalDecided: 1,
  UserDeleted: 1,
} as const satisfies Record<IdentityEvent['type'], number>;
