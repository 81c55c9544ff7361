import type { Actor, Envelope, Positions, Source } from './envelope.ts';
import type { EndedSession } from './live.ts';
import type { EndedDelay, SessionGrant, SessionWire, UserRowWire, UserWire } from './identity.ts';
import type {
  CommunityList,
  CommunityPersonWire,
  CommunityRowWire,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  ModerationEntryWire,
  PollList,
  PollWire,
} from './communities.ts';
import type { GameRowWire, GameStatus, GameVisibility, GameWire } from './games.ts';
import type { LeaderboardRowWire } from './leaderboard.ts';
import type { ChatWire, MessageWire } from './messaging.ts';
import type { NotificationType, NotificationWire } from './notifications.ts';
import type {
  AddQuestion,
  AnswerWire,
  CommentWire,
  QuestionOrder,
  QuestionRowWire,
  QuestionWire,
  TagCountWire,
  TagWire,
  Vote,
  VoteWire,
} from './qa.ts';

/**
 * A page of a list. `total` is exact for whole lists; for a search it is at most
 * `limits.countedExactly` plus one.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Opaque; requests the rows after these. Null on the last page. */
  readonly next: string | null;
}

/** The requested page of a list. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** The calls that the kernel handles for every service. */
type KernelRpc = {
  /** Committed events after `after`, in order; `head` is the position of the log's last event. */
  [S in Source as `${S}.feed`]: {
    request: { after: number; limit: number };
    reply: { logId: string; head: number; envelopes: readonly Envelope[] };
  };
} & {
  /**
   * Answers once this service has applied another log up to a position: a revoked right waits for
   * this.
   */
  [S in Source as `${S}.awaitApplied`]: { request: { source: Source; position: number }; reply: { applied: boolean } };
} & {
  /** Answers once the service can serve: its database is reachable. */
  [S in Source as `${S}.health`]: { request: object; reply: { ready: boolean } };
};

/**
 * Every call between the gateway and the services, and among services: request and reply, both
 * JSON.
 */
export type Rpc = KernelRpc & {
  'identity.signup': { request: Credentials & SignupCode & ClientInfo; reply: SessionGrant };
  /** With a temporary password, which is valid only for this, a new one must be given. */
  'identity.login': { request: Credentials & { newPassword?: string } & ClientInfo; reply: SessionGrant };
  'identity.refresh': { request: { refreshToken: string } & ClientInfo; reply: SessionGrant };
  'identity.logout': { request: { sessionId: string }; reply: { loggedOut: true } };
  'identity.getSession': { request: object; reply: UserWire };
  /**
   * Sessions that ended after `since` (ISO-8601), for gateways to refuse, and accounts whose
   * sign-in delay the operator ended since.
   */
  'identity.endedSessions': {
    request: { since: string };
    reply: { sessions: readonly EndedSession[]; delays?: readonly EndedDelay[] };
  };
  'identity.getUser': { request: { username: string }; reply: UserWire };
  'identity.getUsers': {
    request: PageRequest & { search?: string; exclude?: string };
    reply: Page<UserRowWire>;
  };
  /**
   * Signs in to or creates the account of a Google subject; the token is an ID token, which
   * identity verifies, with this nonce if one was sent.
   */
  'identity.googleLogin': {
    request: { googleToken: string; nonce?: string } & SignupCode & ClientInfo;
    reply: SessionGrant;
  };
  'identity.getFollowers': { request: { username: string }; reply: { usernames: readonly string[] } };
  'identity.getFollowing': { request: { username: string }; reply: { usernames: readonly string[] } };
  /** Returns the caller's current state, like the following calls. */
  'identity.follow': { request: { username: string }; reply: UserWire };
  'identity.unfollow': { request: { username: string }; reply: UserWire };
  /** Starts a session that replaces all others. */
  'identity.resetPassword': { request: { password: string } & ClientInfo; reply: SessionGrant };
  'identity.updateBiography': { request: { biography: string }; reply: UserWire };
  'identity.toggleFollowVisibility': { request: object; reply: UserWire };
  'identity.deleteUser': { request: object; reply: UserWire };
  'identity.getSessions': { request: object; reply: { sessions: readonly SessionWire[] } };
  'identity.logoutEverywhere': { request: object; reply: { ended: number } };
  'qa.vote': { request: { qid: string; vote: Vote }; reply: VoteWire };
  'qa.followQuestion': { request: { qid: string }; reply: QuestionWire };
  'qa.addComment': {
    request: { id: string; type: 'question' | 'answer'; text: string };
    reply: CommentWire;
  };
  'qa.getTags': { request: PageRequest; reply: Page<TagCountWire> };
  'qa.getTag': { request: { name: string }; reply: TagWire };
  'qa.contributions': { request: { username: string }; reply: { total: number } };
  /** The latest messages of the global room before `before`, oldest first. */
  'messaging.getMessages': { request: { limit: number; before?: string }; reply: { messages: readonly MessageWire[] } };
  'messaging.addMessage': { request: { msg: string }; reply: MessageWire };
  'messaging.getChats': { request: PageRequest; reply: Page<ChatWire> };
  'messaging.getChat': { request: { chatId: string; limit: number; before?: string }; reply: ChatWire };
  'messaging.createChat': {
    request: { participants: readonly string[]; messages: readonly string[] };
    reply: ChatWire;
  };
  'messaging.addChatMessage': { request: { chatId: string; msg: string }; reply: ChatWire };
  'messaging.addParticipant': { request: { chatId: string; username: string }; reply: ChatWire };
  /** Records that the caller has seen a chat up to its last message. */
  'messaging.markRead': { request: { chatId: string }; reply: ChatWire };
  /**
   * The caller opened a chat, through the gateway `place`: they have seen its messages, and see new
   * ones until they leave.
   */
  'messaging.enterChat': { request: { chatId: string; place: string }; reply: { entered: boolean } };
  'messaging.leaveChat': { request: { chatId: string; place: string }; reply: { entered: boolean } };
  /**
   * A gateway's regular report of who is in which chats; without it, they count as gone after a
   * while. `missing` are those that the service doesn't know to be there.
   */
  'messaging.stayInChats': {
    request: { place: string; present: readonly { chatId: string; userId: string }[] };
    reply: { missing: readonly { chatId: string; userId: string }[] };
  };
  /** The caller's number of unread messages in all chats. */
  'messaging.unread': { request: object; reply: { unread: number } };
  /**
   * `invited` (usernames, possibly none) makes the game private; `computer` makes one that starts
   * at once.
   */
  'games.create': {
    request: { gameType: string; invited?: readonly string[]; computer?: string };
    reply: GameWire;
  };
  'games.join': { request: { gameId: string }; reply: GameWire };
  'games.leave': { request: { gameId: string }; reply: GameWire };
  'games.invite': { request: { gameId: string; invited: readonly string[] }; reply: GameWire };
  /** The player's move; the rules check it. The reply omits earlier moves. */
  'games.move': { request: { gameId: string; move: object }; reply: GameRowWire };
  /** Ends a game whose mover is gone. */
  'games.claim': { request: { gameId: string }; reply: GameWire };
  /** A rematch with swapped seats: creates it and takes a seat, or joins the existing one. */
  'games.rematch': { request: { gameId: string }; reply: GameWire };
  'games.getGame': { request: { gameId: string }; reply: GameWire };
  'games.getGames': {
    request: PageRequest & { visibility: GameVisibility; gameType?: string; status?: GameStatus };
    reply: Page<GameRowWire>;
  };
  /** The caller's running games, those in which it is their turn first. */
  'games.mine': { request: object; reply: { games: readonly GameRowWire[] } };
  'communities.create': {
    request: { name: string; description: string; visibility: string };
    reply: CommunityWire;
  };
  'communities.getCommunity': { request: { communityId: string }; reply: CommunityWire };
  /** All communities by name, or those with a match in name or description, regardless of case. */
  'communities.getCommunities': { request: PageRequest & { search?: string }; reply: Page<CommunityRowWire> };
  /** The communities that the caller owns or is a member of, by name. */
  'communities.getOwn': { request: PageRequest; reply: Page<CommunityRowWire> };
  'communities.getPeople': {
    request: PageRequest & { communityId: string; list: CommunityList; search?: string };
    reply: Page<CommunityPersonWire>;
  };
  /** Join, leave, request, approve, deny, ban, unban, moderators. Source: decisions C-3. */
  'communities.changeMembership': {
    request: { communityId: string; username: string; list: CommunityList; action: MembershipAction };
    reply: CommunityWire;
  };
  /** Sets the wanted visibility, or toggles it. */
  'communities.changeVisibility': {
    request: { communityId: string; visibility?: string };
    reply: { visibility: CommunityVisibility };
  };
  'communities.getModerationLog': {
    request: PageRequest & { communityId: string };
    reply: Page<ModerationEntryWire>;
  };
  'communities.addPoll': {
    request: { communityId: string; questionText: string; options: readonly string[]; expiresAt: string };
    reply: PollWire;
  };
  'communities.vote': { request: { pollId: string; optionId: string }; reply: PollWire };
  /** Active polls, newest first; then closed ones, latest end first. */
  'communities.getPolls': {
    request: PageRequest & { communityId: string; status: PollList };
    reply: Page<PollWire>;
  };
  'leaderboard.getWins': { request: { username: string; gameType?: string }; reply: { wins: number } };
  'leaderboard.getLeaderboard': {
    request: PageRequest & { gameType?: string; followingOnly: boolean };
    reply: Page<LeaderboardRowWire>;
  };
  'notifications.getNotifications': { request: PageRequest; reply: Page<NotificationWire> };
  /**
   * Deletes one by its own id, or all of the caller's about one target; returns what was deleted.
   */
  'notifications.delete': { request: { id: string }; reply: { deleted: readonly NotificationWire[] } };
  'notifications.unread': { request: object; reply: { unread: number } };
  /** Marks all up to a shown notification as read. */
  'notifications.markRead': { request: { upTo: string }; reply: { unread: number } };
  /** The wanted notification types; all by default. */
  'notifications.getPreferences': { request: object; reply: { wanted: readonly NotificationType[] } };
  /** The complete choice; an unknown type is refused. */
  'notifications.changePreferences': {
    request: { wanted: readonly string[] };
    reply: { wanted: readonly NotificationType[] };
  };
  'qa.addQuestion': { request: AddQuestion; reply: QuestionWire };
  'qa.getQuestions': {
    request: PageRequest & { order: QuestionOrder; search?: string; tag?: string; communityId?: string };
    reply: Page<QuestionRowWire>;
  };
  /**
   * Counts the viewer's first view, as an event. With `after`, returns only the answers after that
   * one.
   */
  'qa.getQuestionById': { request: { id: string; after?: string }; reply: QuestionWire };
  'qa.addAnswer': { request: { qid: string; text: string }; reply: AnswerWire };
};

/** The name of a call: `<service>.<action>`. */
export type RpcName = keyof Rpc;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The requirements of a site for signing up. Source: decisions O-2. */
interface SignupCode {
  readonly code?: string;
}

/** Where a session is used from, for its owner's list of sessions. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** The metadata of every call: the actor, tracing, and what makes a command idempotent. */
export interface CallContext {
  readonly requestId: string;
  /** The call's position in its trace, as W3C's traceparent; absent without tracing. */
  readonly traceparent?: string;
  readonly actor: Actor | null;
  readonly sessionId: string | null;
  /** The positions that the caller has seen; the service waits until it has applied them. */
  readonly minPositions: Positions;
  /** Identifies a command, together with the actor and the call's name. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /**
   * The time of an imported command, ISO-8601 with milliseconds; absent for commands that happen
   * now. Clients can't set it: the gateway drops it.
   */
  readonly occurredAt?: string;
}

/** The metadata of every reply. */
export interface CallResult<Name extends RpcName> {
  readonly reply: Rpc[Name]['reply'];
  /** The position of the command's last event in its log; absent for a read. */
  readonly positions: Positions;
  /** Set if a read could not wait for `minPositions` to be applied. */
  readonly stale: boolean;
}
