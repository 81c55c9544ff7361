import type { Editable } from '../posts/editable.ts';
import type { PollChange, PollClosed, PollCreated, PollPlace, PollStatus, PollVoted } from './polls.events.ts';
import type { PostErased } from '../posts/posts.events.ts';
import type { ReportBlanked, ReportMade, ReportResolved } from './reports.ts';
import type { IsoTime } from '../time.ts';

/** Who can see a community's contents. */
export const communityVisibilities = ['public', 'private'] as const;

/** One of `communityVisibilities`. */
export type CommunityVisibility = (typeof communityVisibilities)[number];

/**
 * The viewer's position: 1 owner, 2 moderator, 3 member, 4 banned, 5 pending, 6 other. Source:
 * specification ST-10; decisions C-1.
 */
export type CommunityPosition = 1 | 2 | 3 | 4 | 5 | 6;

/** Gateway to browser: a community in a list; name and description are public. */
export interface CommunityRowWire {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: CommunityVisibility;
  /** A username. */
  readonly owner: string;
  readonly memberCount: number;
  /** The viewer's position. */
  readonly position: CommunityPosition;
  readonly createdAt: IsoTime;
  /** The address of its picture; null if it has none. Source: specification FI-8. */
  readonly picture: string | null;
  /** A closed community can be read by those who could read it, and takes nothing new. */
  readonly closedAt: IsoTime | null;
  /** How many people ask to join, for owner and moderators; 0 for all others. */
  readonly pendingCount: number;
  /** How many things are reported that the viewer decides about as owner or moderator; else 0. */
  readonly reportedCount: number;
}

/**
 * Gateway to browser: a community. Lists have up to `limits.namesListed` usernames and are empty if
 * the viewer may not see them: positions 1 to 3 see the members and moderators of a private
 * community, 1 and 2 see pending and banned people. Source: decisions C-3, C-4.
 */
export interface CommunityWire extends CommunityRowWire, Editable {
  readonly members: readonly string[];
  readonly moderators: readonly string[];
  readonly pendingMembers: readonly string[];
  readonly bannedMembers: readonly string[];
  /** The address of the picture across its page; null if it has none. */
  readonly banner: string | null;
  /** Whom the owner offers it to; only the two of them see it. */
  readonly offeredTo: string | null;
}

/** Which communities a list shows: open ones, or closed ones that the viewer can read. */
export const communityStatuses = ['open', 'closed'] as const;

/** One of `communityStatuses`. */
export type CommunityStatus = (typeof communityStatuses)[number];

/** The lists of people in a community. */
export const communityLists = ['members', 'moderators', 'pendingMembers', 'bannedMembers'] as const;

/** A list of people in a community. */
export type CommunityList = (typeof communityLists)[number];

/**
 * The actions on a person in a list: the calls `community/<list>/<action>`; only pendingMembers has
 * approve and deny, and only moderators resign, each for themselves.
 */
export type MembershipAction = 'add' | 'remove' | 'approve' | 'deny' | 'resign';

/** Gateway to browser: a person in one of the lists. */
export interface CommunityPersonWire {
  readonly username: string;
  readonly position: CommunityPosition;
}

/** Gateway to browser: an option with its votes. */
export interface PollOptionWire {
  readonly _id: string;
  readonly text: string;
  /** Up to `limits.namesListed` usernames, always including the viewer's own. */
  readonly votes: readonly string[];
  readonly voteCount: number;
}

/**
 * Which polls a list shows: active, closed, or both; or those that were deleted or removed in the
 * last 30 days. Source: decisions P-1, P-13.
 */
export const pollLists = ['active', 'closed', 'all', 'removed'] as const;

/** Which polls of a community a list shows. */
export type PollList = (typeof pollLists)[number];

/**
 * Gateway to browser: a poll. One that was closed early expired at that moment. A deleted one has
 * its question and options only for its creator and for those who can restore it. Source:
 * specification EN-8; decisions P-13.
 */
export interface PollWire extends Editable {
  readonly _id: string;
  readonly questionText: string;
  readonly options: readonly PollOptionWire[];
  readonly expiresAt: IsoTime;
  readonly status: PollStatus;
  readonly createdBy: string;
  readonly communityId: string;
  readonly createdAt: IsoTime;
}

/** The actions in the moderation log. */
export type ModerationAct =
  | 'invited'
  | 'approved'
  | 'denied'
  | 'removed'
  | 'banned'
  | 'unbanned'
  | 'moderatorAdded'
  | 'moderatorRemoved'
  | 'madePublic'
  | 'madePrivate'
  | 'resigned'
  | 'edited'
  | 'ownerOffered'
  | 'ownerWithdrawn'
  | 'ownerDeclined'
  | 'ownerChanged'
  | 'closed'
  | 'pollEdited'
  | 'pollClosed'
  | 'pollDeleted'
  | 'pollRestored'
  | 'postRemoved'
  | 'postRestored'
  | 'reportDismissed'
  | 'reportResolved'
  | 'warned';

/** Gateway to browser: who did what to whom, and when; newest first. */
export interface ModerationEntryWire {
  readonly _id: string;
  readonly act: ModerationAct;
  /** A username; absent if the site did it. */
  readonly by?: string;
  /** A username; absent if the action concerns the whole community. */
  readonly to?: string;
  /** The question of the poll that it concerns. */
  readonly poll?: string;
  /** The post that it concerns; a question is its own. */
  readonly post?: ModeratedPost;
  /** Why, if they said so. */
  readonly reason?: string;
  readonly at: IsoTime;
  /** The call that undoes it, as long as that would change something. */
  readonly undo?:
    | { readonly list: CommunityList; readonly action: MembershipAction }
    | { readonly visibility: CommunityVisibility };
}

/** A question, an answer or a comment that somebody else than its author removed or restored. */
export interface ModeratedPost {
  readonly kind: 'question' | 'answer' | 'comment';
  readonly id: string;
  readonly questionId: string;
}

/**
 * A community was created; its owner is a member. Stream `community/<id>`; ordering key the
 * community, as for all following events except those of polls.
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

/** A community became public or private. Stream `community/<id>`. */
export interface CommunityVisibilityChanged {
  readonly type: 'CommunityVisibilityChanged';
  readonly data: { readonly communityId: string; readonly visibility: CommunityVisibility; readonly by: string };
}

/** The owner changed name or description. Stream `community/<id>`. */
export interface CommunityEdited {
  readonly type: 'CommunityEdited';
  readonly data: {
    readonly communityId: string;
    readonly name: string;
    readonly description: string;
    readonly by: string;
  };
}

/** Where a community shows a picture. */
export const communityPictures = ['picture', 'banner'] as const;

/** One of `communityPictures`. */
export type CommunityPicture = (typeof communityPictures)[number];

/**
 * Owner or moderators chose another picture, or none. Stream `communitypicture/<id>/<place>`.
 */
export interface CommunityPictureChosen {
  readonly type: 'CommunityPictureChosen';
  readonly data: {
    readonly communityId: string;
    readonly place: CommunityPicture;
    readonly fileId: string | null;
    readonly by: string;
  };
}

/** The owner offers the community to a member. Stream `community/<id>`. */
export interface OwnershipOffered {
  readonly type: 'OwnershipOffered';
  readonly data: {
    readonly communityId: string;
    readonly from: string;
    readonly to: string;
    /** The community's name at that time. */
    readonly name: string;
    /** How many events the owner's own membership had, which has no more while they own it. */
    readonly changes: number;
  };
}

/** The owner withdrew an offer, or whoever got it declined. Stream `community/<id>`. */
export interface OwnershipOfferEnded {
  readonly type: 'OwnershipOfferEnded';
  readonly data: {
    readonly communityId: string;
    readonly from: string;
    readonly to: string;
    readonly name: string;
    readonly reason: 'withdrawn' | 'declined';
  };
}

/**
 * A moderator or member owns the community now. Either the owner deleted their account and has no
 * role left, or they offered it, which was `accepted`: then they become a moderator, which a later
 * StandingChanged says. Stream `community/<id>`.
 */
export interface OwnershipPassed {
  readonly type: 'OwnershipPassed';
  readonly data: {
    readonly communityId: string;
    readonly from: string;
    readonly to: string;
    readonly accepted: boolean;
    /** The community's name at that time. */
    readonly name: string;
  };
}

/**
 * The community takes nothing new: its owner or an operator of the site closed it, or the owner
 * deleted their account and nobody was left to own it; then `by` is null.
 * Stream `community/<id>`.
 */
export interface CommunityClosed {
  readonly type: 'CommunityClosed';
  readonly data: {
    readonly communityId: string;
    readonly by: string | null;
    /** Only if they closed it as an operator. */
    readonly as?: 'operator';
  };
}

/** A person's membership status. */
export type MembershipStatus = 'none' | 'pending' | 'member' | 'moderator' | 'banned';

/** Why a membership status changed. */
export type MembershipStatusReason =
  | 'joined'
  | 'invited'
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
  | 'resigned'
  | 'handedOver'
  | 'madePublic'
  | 'deleted';

/** A membership status changed. Stream `member/<community>/<user>`, with the community as guard. */
export interface StandingChanged {
  readonly type: 'StandingChanged';
  readonly data: {
    readonly communityId: string;
    readonly userId: string;
    readonly before: MembershipStatus;
    readonly standing: MembershipStatus;
    readonly reason: MembershipStatusReason;
    /** Who did it; null for the site itself. */
    readonly by: string | null;
    /** Only of a request and its decision: the community's name at that time. */
    readonly name?: string;
    /** Of a request: owner and moderators at that time. */
    readonly leaders?: readonly string[];
  };
}

/**
 * A moderator or an operator removed a post of somebody else in a community, or restored it: what
 * an event of qa says, for the moderation log. Stream `moderated/<that event>`; ordering key the
 * community.
 */
export interface PostModerated {
  readonly type: 'PostModerated';
  readonly data: {
    readonly communityId: string;
    readonly act: Extract<ModerationAct, 'postRemoved' | 'postRestored'>;
    readonly post: ModeratedPost;
    readonly by: string;
    readonly author: string;
    readonly reason: string | null;
  };
}

/** The events in communities' log. */
export type CommunitiesEvent =
  | CommunityCreated
  | CommunityVisibilityChanged
  | CommunityEdited
  | CommunityPictureChosen
  | OwnershipOffered
  | OwnershipOfferEnded
  | OwnershipPassed
  | CommunityClosed
  | StandingChanged
  | PollCreated
  | PollVoted
  | PollClosed
  | PollChange
  | PostErased<Pick<PollPlace, 'pollId' | 'communityId'>>
  | PostModerated
  | ReportMade
  | ReportResolved
  | ReportBlanked;

/** The current schema version of each event type; older events are upcast when read. */
export const communitiesSchemaVersions = {
  CommunityCreated: 1,
  CommunityVisibilityChanged: 1,
  CommunityEdited: 1,
  CommunityPictureChosen: 1,
  OwnershipOffered: 1,
  OwnershipOfferEnded: 1,
  OwnershipPassed: 1,
  CommunityClosed: 1,
  StandingChanged: 1,
  PollCreated: 1,
  PollVoted: 1,
  PollClosed: 1,
  PostEdited: 1,
  PostDeleted: 1,
  PostRestored: 1,
  PostErased: 1,
  PostModerated: 1,
  ReportMade: 1,
  ReportResolved: 1,
  ReportBlanked: 1,
} as const satisfies Record<CommunitiesEvent['type'], number>;
