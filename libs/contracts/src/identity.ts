/** Gateway to browser: a person as everybody signed in may see him; an allow-list, never the row of a table. */
export interface UserWire {
  readonly _id: string;
  readonly username: string;
  readonly dateJoined: string;
  readonly biography: string;
  readonly followers: readonly string[];
  readonly following: readonly string[];
  readonly followVisibility: boolean;
  readonly isGoogleUser: boolean;
  /** To its owner alone, and only of a Google account. */
  readonly email?: string;
}

/** Gateway to browser: a person in a list. */
export interface UserRowWire {
  readonly _id: string;
  readonly username: string;
  readonly dateJoined: string;
}

/** Identity to gateway: a session that begins or goes on. The refresh token goes to a cookie and nowhere else. */
export interface SessionGrant {
  readonly user: UserWire;
  readonly sessionId: string;
  readonly refreshToken: string;
  /** When the password was last given, ISO-8601. */
  readonly authenticatedAt: string;
  /** When the refresh token ends if it is not used, ISO-8601. */
  readonly refreshExpiresAt: string;
}

/** A person joined. The only event that a name stands in. Stream `user/<id>`. */
export interface UserRegistered {
  readonly type: 'UserRegistered';
  readonly data: { readonly userId: string; readonly name: string };
}

/** A session is over, by logout, by misuse of an old refresh token, or because another session ended it. Stream `session/<id>`. */
export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly data: {
    readonly sessionId: string;
    readonly userId: string;
    readonly reason: 'logout' | 'reuse' | 'expired';
  };
}

/** What the log of identity can hold. */
export type IdentityEvent = UserRegistered | SessionEnded;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const identitySchemaVersions = { UserRegistered: 1, SessionEnded: 1 } as const satisfies Record<
  IdentityEvent['type'],
  number
>;
