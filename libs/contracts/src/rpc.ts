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
 * One page of a list. `total` is exact for whole lists; above `limits.countedExactly` a search's is
 * that number plus one.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Opaque; asks for the rows after these. Null on the last page. */
  readonly next: string | null;
}

/** Which page of a list is wanted. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** The calls that the kernel answers for every service. */
type KernelRpc = {
  /**
   * Committed events above `after`, in order; `head` is the position of the last one of the log.
   */
  [S in Source as `${S}.feed`]: {
    request: { after: number; limit: number };
    reply: { logId: string; head: number; envelopes: readonly Envelope[] };
  };
} & {
  /**
   * Answers once this service has applied another log up to a position: what a revoked right waits
   * for.
   */
  [S in Source as `${S}.awaitApplied`]: { request: { source: Source; position: number }; reply: { applied: boolean } };
} & {
  /** Answers when the service can serve: its database is reached. */
  [S in Source as `${S}.health`]: { request: object; reply: { ready: boolean } };
};

/**
 * Every call between the gateway and the services, and among services: request and reply, both
 * JSON.
 */
export type Rpc = KernelRpc & {
  'identity.signup': { request: Credentials & SignupCode & ClientInfo; reply: SessionGrant };
  /** With the operator's password, which is good for this alone, another one is to be given. */
  'identity.login': { request: Credentials & { newPassword?: string } & ClientInfo; reply: SessionGrant };
  'identity.refresh': { request: { refreshToken: string } & ClientInfo; reply: SessionGrant };
  'identity.logout': { request: { sessionId: string }; reply: { loggedOut: true } };
  'identity.getSession': { request: object; reply: UserWire };
  /**
   * Sessions that ended after `since` (ISO-8601), for gateways to refuse, and accounts whose delay
   * of signing in the operator ended since.
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
   * Enters, or makes, the account of Google's subject; the token is an ID token, verified by
   * identity, of this nonce where one was sent.
   */
  'identity.googleLogin': {
    request: { googleToken: string; nonce?: string } & SignupCode & ClientInfo;
    reply: SessionGrant;
  };
  'identity.getFollowers': { request: { username: string }; reply: { usernames: readonly string[] } };
  'identity.getFollowing': { request: { username: string }; reply: { usernames: readonly string[] } };
  /** Answers the caller as he is now, like the following ones. */
  'identity.follow': { request: { username: string }; reply: UserWire };
  'identity.unfollow': { request: { username: string }; reply: UserWire };
  /** Begins a session in place of all others. */
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
  /** The latest messages of the global room before `before`, the oldest first. */
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
  /** Notes that the caller has seen a chat up to its last message. */
  'messaging.markRead': { request: { chatId: string }; reply: ChatWire };
  /**
   * The caller has a chat open, through the gateway `place`: what was said there is seen, and so is
   * what is said there until they leave.
   */
  'messaging.enterChat': { request: { chatId: string; place: string }; reply: { entered: boolean } };
  'messaging.leaveChat': { request: { chatId: string; place: string }; reply: { entered: boolean } };
  /**
   * A gateway says again who has entered which chats through it; without that they count as gone
   * after a while. `missing` are not known to be there.
   */
  'messaging.stayInChats': {
    request: { place: string; present: readonly { chatId: string; userId: string }[] };
    reply: { missing: readonly { chatId: string; userId: string }[] };
  };
  /** How many messages in all chats the caller has not seen. */
  'messaging.unread': { request: object; reply: { unread: number } };
  /** `invited` (usernames, also none) makes a private game; `computer` one that begins at once. */
  'games.create': {
    request: { gameType: string; invited?: readonly string[]; computer?: string };
    reply: GameWire;
  };
  'games.join': { request: { gameId: string }; reply: GameWire };
  'games.leave': { request: { gameId: string }; reply: GameWire };
  'games.invite': { request: { gameId: string; invited: readonly string[] }; reply: GameWire };
  /**
   * The move as the player gave it; the rules check it. Answered without all the moves before it.
   */
  'games.move': { request: { gameId: string; move: object }; reply: GameRowWire };
  /** Ends a game whose mover is gone. */
  'games.claim': { request: { gameId: string }; reply: GameWire };
  /**
   * The same two once more with seats swapped: makes the rematch and takes the seat, or takes the
   * seat of the one that is there.
   */
  'games.rematch': { request: { gameId: string }; reply: GameWire };
  'games.getGame': { request: { gameId: string }; reply: GameWire };
  'games.getGames': {
    request: PageRequest & { visibility: GameVisibility; gameType?: string; status?: GameStatus };
    reply: Page<GameRowWire>;
  };
  /** The running games that the caller plays in, those in which it is his turn first. */
  'games.mine': { request: object; reply: { games: readonly GameRowWire[] } };
  'communities.create': {
    request: { name: string; description: string; visibility: string };
    reply: CommunityWire;
  };
  'communities.getCommunity': { request: { communityId: string }; reply: CommunityWire };
  /** All, by name; or those that match a search in name or description, regardless of case. */
  'communities.getCommunities': { request: PageRequest & { search?: string }; reply: Page<CommunityRowWire> };
  /** Those that the caller owns or is a member of, by name. */
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
  /** To the wanted visibility, or to the other one. */
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
  /** The active ones, the newest first; then those that have ended, the latest end first. */
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
  /** By its own id, or all of the caller's about one target; answers what was deleted. */
  'notifications.delete': { request: { id: string }; reply: { deleted: readonly NotificationWire[] } };
  'notifications.unread': { request: object; reply: { unread: number } };
  /** All up to a notification that was shown. */
  'notifications.markRead': { request: { upTo: string }; reply: { unread: number } };
  /** Of what one wants to be notified; all, until one chooses. */
  'notifications.getPreferences': { request: object; reply: { wanted: readonly NotificationType[] } };
  /** The whole choice; an unknown type is refused. */
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
   * Counts the viewer's first view, as an event; the answers that follow the answer `after` are
   * read and nothing else.
   */
  'qa.getQuestionById': { request: { id: string; after?: string }; reply: QuestionWire };
  'qa.addAnswer': { request: { qid: string; text: string }; reply: AnswerWire };
};

/** The name of a call: `<service>.<what>`. */
export type RpcName = keyof Rpc;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What a site may ask of those who sign up. Source: decisions O-2. */
interface SignupCode {
  readonly code?: string;
}

/** Where a session is used from, for its owner's list of sessions. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** What goes beside every call: who acts, for tracing, and what makes a command happen once. */
export interface CallContext {
  readonly requestId: string;
  /** What the call is part of, as W3C's traceparent; absent where nobody follows requests. */
  readonly traceparent?: string;
  readonly actor: Actor | null;
  readonly sessionId: string | null;
  /** The positions that the caller has seen; the service waits until it has applied them. */
  readonly minPositions: Positions;
  /** Together with the actor and the call's name, what a command is known by. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /**
   * When it happened, ISO-8601 with milliseconds, of a history that is brought in; absent of what
   * happens now. No edge lets the outside say it: the gateway leaves it out.
   */
  readonly occurredAt?: string;
}

/** What comes back beside every reply. */
export interface CallResult<Name extends RpcName> {
  readonly reply: Rpc[Name]['reply'];
  /** Where the command's last event stands in its log; absent of a read. */
  readonly positions: Positions;
  /** A read that could not wait for `minPositions` to be applied. */
  readonly stale: boolean;
}
