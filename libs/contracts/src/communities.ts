/** Who may see what a community holds. */
export type CommunityVisibility = 'public' | 'private';

/**
 * The viewer's place: 1 owner, 2 moderator, 3 member, 4 banned, 5 pending, 6 other. Source:
 * specification ST-10; decisions C-1.
 */
export type CommunityPosition = 1 | 2 | 3 | 4 | 5 | 6;

/** Gateway to browser: a community in a list; name and description are for everybody. */
export interface CommunityRowWire {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: CommunityVisibility;
  /** A username. */
  readonly owner: string;
  readonly memberCount: number;
  /** The viewer's. */
  readonly position: CommunityPosition;
  readonly createdAt: string;
}

/**
 * Gateway to browser: a community. Usernames, up to `limits.namesListed` of each list; what the
 * viewer may not see is empty: members and moderators of a private community are for positions 1 to
 * 3, pending and banned for 1 and 2. Source: decisions C-3, C-4.
 */
export interface CommunityWire extends CommunityRowWire {
  readonly members: readonly string[];
  readonly moderators: readonly string[];
  readonly pendingMembers: readonly string[];
  readonly bannedMembers: readonly string[];
}

/** The lists of a community's people. */
export const communityLists = ['members', 'moderators', 'pendingMembers', 'bannedMembers'] as const;

/** A list of a community's people. */
export type CommunityList = (typeof communityLists)[number];

/**
 * What is done with a person and a list: the calls `community/<list>/<action>`; approve and deny
 * are of pendingMembers alone.
 */
export type MembershipAction = 'add' | 'remove' | 'approve' | 'deny';

/** Gateway to browser: a person in one of the lists. */
export interface CommunityPersonWire {
  readonly username: string;
  readonly position: CommunityPosition;
}

/** Gateway to browser: an option with its votes. */
export interface PollOptionWire {
  readonly _id: string;
  readonly text: string;
  /** Usernames, up to `limits.namesListed`, the viewer's own always among them. */
  readonly votes: readonly string[];
  readonly voteCount: number;
}

/** How a poll stands. */
export type PollStatus = 'active' | 'closed';

/**
 * Which polls of a community a list shows: the active ones, those that have ended, or both. Source:
 * decisions P-1.
 */
export const pollLists = ['active', 'closed', 'all'] as const;

/** Which polls of a community a list shows. */
export type PollList = (typeof pollLists)[number];

/** Gateway to browser: a poll. Source: specification EN-8. */
export interface PollWire {
  readonly _id: string;
  readonly questionText: string;
  readonly options: readonly PollOptionWire[];
  readonly expiresAt: string;
  readonly status: PollStatus;
  readonly createdBy: string;
  readonly communityId: string;
  readonly createdAt: string;
}

/** What stands in the moderation log. */
export type ModerationAct =
  | 'approved'
  | 'denied'
  | 'removed'
  | 'banned'
  | 'unbanned'
  | 'moderatorAdded'
  | 'moderatorRemoved'
  | 'madePublic'
  | 'madePrivate'
  | 'ownerChanged';

/** Gateway to browser: who did what to whom and when; the newest first. */
export interface ModerationEntryWire {
  readonly _id: string;
  readonly act: ModerationAct;
  /** A username; absent of what the site did by itself. */
  readonly by?: string;
  /** A username; absent of what was done to the community. */
  readonly to?: string;
  readonly at: string;
  /** The call that takes it back, while that would change something. */
  readonly undo?:
    | { readonly list: CommunityList; readonly action: MembershipAction }
    | { readonly visibility: CommunityVisibility };
}

/**
 * A community began; its owner is a member. Stream `community/<id>`; ordering key the community, as
 * of all that follow but the polls'.
 */
export interface CommunityCreated {
  readonly type: 'CommunityCreated';
  readonly data: {
    readonly communityId: string;
    readonly name: string;
    readonly description: string;
    readonly ownerId: string;
    readonly visibility: CommunityVisibility;
  };
}

/**
 * What a community holds is for everybody, or for its members alone, from now on. Stream
 * `community/<id>`.
 */
export interface CommunityVisibilityChanged {
  readonly type: 'CommunityVisibilityChanged';
  readonly data: { readonly communityId: string; readonly visibility: CommunityVisibility; readonly by: string };
}

/**
 * The owner deleted the account: the community has another one, who was its moderator or member;
 * the former one is nothing there any more. Stream `community/<id>`.
 */
export interface OwnershipPassed {
  readonly type: 'OwnershipPassed';
  readonly data: { readonly communityId: string; readonly from: string; readonly to: string };
}

/** Nobody was left to own a community; it is seen nowhere any more. Stream `community/<id>`. */
export interface CommunityClosed {
  readonly type: 'CommunityClosed';
  readonly data: { readonly communityId: string };
}

/** How somebody stands to a community. */
export type MembershipStatus = 'none' | 'pending' | 'member' | 'moderator' | 'banned';

/** Why somebody stands otherwise than before. */
export type MembershipStatusReason =
  | 'joined'
  | 'left'
  | 'requested'
  | 'withdrawn'
  | 'approved'
  | 'denied'
  | 'removed'
  | 'banned'
  | 'unbanned'
  | 'moderatorAdded'
  | 'moderatorRemoved'
  | 'madePublic'
  | 'deleted';

/**
 * Somebody stands otherwise to a community from now on. Stream `member/<community>/<user>`, with
 * the community as guard.
 */
export interface StandingChanged {
  readonly type: 'StandingChanged';
  readonly data: {
    readonly communityId: string;
    readonly userId: string;
    readonly before: MembershipStatus;
    readonly standing: MembershipStatus;
    readonly reason: MembershipStatusReason;
    /** Who did it; null is the site itself. */
    readonly by: string | null;
  };
}

/** A poll began. Stream `poll/<id>`; ordering key the poll, as of all that follow. */
export interface PollCreated {
  readonly type: 'PollCreated';
  readonly data: {
    readonly pollId: string;
    readonly communityId: string;
    readonly createdBy: string;
    readonly questionText: string;
    readonly options: readonly { readonly optionId: string; readonly text: string }[];
    /** ISO-8601. */
    readonly expiresAt: string;
  };
}

/** Somebody voted. Stream `pollvote/<poll>/<user>`, with the poll as guard. */
export interface PollVoted {
  readonly type: 'PollVoted';
  readonly data: {
    readonly pollId: string;
    readonly communityId: string;
    readonly optionId: string;
    readonly userId: string;
  };
}

/** A poll's time is over. Stream `poll/<id>`. */
export interface PollClosed {
  readonly type: 'PollClosed';
  readonly data: { readonly pollId: string; readonly communityId: string };
}

/** What the log of communities can hold. */
export type CommunitiesEvent =
  | CommunityCreated
  | CommunityVisibilityChanged
  | OwnershipPassed
  | CommunityClosed
  | StandingChanged
  | PollCreated
  | PollVoted
  | PollClosed;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const communitiesSchemaVersions = {
  CommunityCreated: 1,
  CommunityVisibilityChanged: 1,
  OwnershipPassed: 1,
  CommunityClosed: 1,
  StandingChanged: 1,
  PollCreated: 1,
  PollVoted: 1,
  PollClosed: 1,
} as const satisfies Record<CommunitiesEvent['type'], number>;
