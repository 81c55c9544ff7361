import type { ErrorWire } from './errors.ts';
import type { CommunityPosition, PollOptionWire } from './communities.ts';
import type { GameMoveWire, GameRowWire, GameWire } from './games.ts';
import type { UserRowWire } from './identity.ts';
import type { ChatUpdateType, ChatWire, MessageWire } from './messaging.ts';
import type { NotificationWire } from './notifications.ts';
import type { AnswerWire, CommentWire, QuestionRowWire } from './qa.ts';

/**
 * Gateway to browser: every live event with its payload. After the payload, the gateway sends the
 * position of the event's cause, in the format of `X-Position`, so that other services don't answer
 * the client from an earlier state. Source: docs/specification.md#live-events; decisions E-1.
 */
export interface ServerToClientEvents {
  /**
   * A question as a list row: added to lists that it matches, or replacing the row with the same
   * `_id`. Has the text if that was changed.
   */
  questionUpdate: (question: QuestionRowWire) => void;
  /** An answer that is new or changed. */
  answerUpdate: (update: { readonly qid: string; readonly answer: AnswerWire }) => void;
  /** The list row with its new counts. */
  viewsUpdate: (question: QuestionRowWire) => void;
  /** New vote counts and lists of a question; in bursts, only the latest state. */
  voteUpdate: (update: VoteUpdate) => void;
  commentUpdate: (update: CommentUpdate) => void;
  messageUpdate: (update: { readonly msg: MessageWire }) => void;
  /**
   * To the participants only, once each; `messages` has the last message, and `total` is the
   * recipient's unread count in all chats.
   */
  chatUpdate: (update: { readonly chat: ChatWire; readonly type: ChatUpdateType; readonly total: number }) => void;
  /**
   * To a person who has read a chat, for their other tabs: the unread counts of the chat and in all
   * chats. An extension.
   */
  chatRead: (update: { readonly chatId: string; readonly unread: number; readonly total: number }) => void;
  /** To the participants only: a message of a chat has changed. An extension. */
  chatMessageUpdate: (update: { readonly chatId: string; readonly msg: MessageWire }) => void;
  /**
   * For a deleted account, whose name is erased, with the hash of that name: pages use it to find
   * what shows the name. SHA-256 of `canonicalName`, as base64url. An extension.
   */
  userUpdate: (update: {
    readonly user: UserRowWire;
    readonly type: UserUpdateType;
    readonly nameHash?: string;
  }) => void;
  /**
   * To everyone who watches the game, and to its players wherever they are: the game's state.
   * `moves` has only the new ones, the last ones of `moveCount`; on entering, all. A client that
   * lacks some before them reads the game again.
   */
  gameUpdate: (update: { readonly gameInstance: GameWire }) => void;
  /** To the socket whose move or entering was refused. */
  gameError: (refusal: { readonly player: string; readonly error: string }) => void;
  /**
   * A game entered a list, or its row changed; for a private game, to those who may see it. An
   * extension.
   */
  lobbyUpdate: (update: { readonly game: GameRowWire }) => void;
  /** The options with their votes; in bursts, only the latest state. */
  pollUpdate: (update: { readonly pollId: string; readonly options: readonly PollOptionWire[] }) => void;
  pollCreation: (created: { readonly pollId: string; readonly communityId: string }) => void;
  pollStatusChange: (changed: { readonly pollId: string; readonly communityId: string }) => void;
  /**
   * To each person affected by a change in a community, with their own new position. An extension.
   */
  communityUpdate: (update: { readonly communityId: string; readonly position: CommunityPosition }) => void;
  /** To the notified person. */
  notification: (notification: NotificationWire) => void;
  /**
   * To a person who has read or deleted notifications, for their other tabs: the unread count; open
   * lists refetch. An extension.
   */
  notificationsUpdate: (update: { readonly unread: number }) => void;
}

/** The kind of change in a `userUpdate`. */
export type UserUpdateType = 'created' | 'updated' | 'deleted' | 'follow' | 'unfollow';

/**
 * Browser to gateway. Only the server joins rooms; an entered chat counts as seen until it is left.
 */
export interface ClientToServerEvents {
  joinChat: (chatId: string, done?: (answer: SocketAnswer) => void) => void;
  leaveChat: (chatId: string, done?: (answer: SocketAnswer) => void) => void;
  /**
   * Enters a game's room to watch it; the reply is an immediate gameUpdate to this socket. Source:
   * decisions G-1.
   */
  joinGame: (gameID: string, done?: (answer: SocketAnswer) => void) => void;
  leaveGame: (gameID: string, done?: (answer: SocketAnswer) => void) => void;
  makeMove: (request: MakeMove, done?: (answer: SocketAnswer) => void) => void;
}

/**
 * Browser to gateway: a move; resent with the same `commandId`, it is made once. Source: decisions
 * G-7.
 */
export interface MakeMove {
  readonly gameID: string;
  readonly move: GameMoveWire;
  readonly commandId?: string;
}

/** Gateway to browser: the acknowledgement of an event, if the client requests one. */
export type SocketAnswer = { readonly ok: true } | ErrorWire;

/** Server to browser: a question's votes. */
export interface VoteUpdate {
  readonly qid: string;
  readonly upVotes: readonly string[];
  readonly downVotes: readonly string[];
  readonly upVoteCount: number;
  readonly downVoteCount: number;
}

/**
 * Server to browser: the question or answer that was commented on, by id, with only the new or
 * changed comment. Existing ones stay. Source: decisions E-1.
 */
export interface CommentUpdate {
  readonly type: 'question' | 'answer';
  readonly qid: string;
  readonly result: { readonly _id: string; readonly comments: readonly CommentWire[] };
}
