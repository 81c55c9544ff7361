import type { ErrorWire } from './errors.ts';
import type { CommunityPosition, PollOptionWire } from './communities.ts';
import type { GameMoveWire, GameRowWire, GameWire } from './games.ts';
import type { UserRowWire } from './identity.ts';
import type { ChatUpdateType, ChatWire, MessageWire } from './messaging.ts';
import type { NotificationWire } from './notifications.ts';
import type { AnswerWire, CommentWire, QuestionRowWire } from './qa.ts';

/**
 * Gateway to browser: every live event with its payload. Behind the payload the gateway sends the
 * position of what it tells of, written as in `X-Position`: a client that then asks another service
 * is answered from no earlier state. Source: docs/specification.md#live-events; decisions E-1.
 */
export interface ServerToClientEvents {
  /**
   * A question as a list row; added to lists that it matches, or put in place of the row with the
   * same `_id`. With its text where that was changed.
   */
  questionUpdate: (question: QuestionRowWire) => void;
  /** An answer that is new, or says something else than before. */
  answerUpdate: (update: { readonly qid: string; readonly answer: AnswerWire }) => void;
  /** The list row with its new counts. */
  viewsUpdate: (question: QuestionRowWire) => void;
  /** New counts and lists of a question's votes; in bursts the latest state alone. */
  voteUpdate: (update: VoteUpdate) => void;
  commentUpdate: (update: CommentUpdate) => void;
  messageUpdate: (update: { readonly msg: MessageWire }) => void;
  /**
   * To the participants alone, each once; `messages` has the last message, and `total` is what the
   * recipient has not seen in all chats.
   */
  chatUpdate: (update: { readonly chat: ChatWire; readonly type: ChatUpdateType; readonly total: number }) => void;
  /**
   * To whoever has read a chat, for their other tabs: how much they have not seen of it, and in all
   * chats. An extension.
   */
  chatRead: (update: { readonly chatId: string; readonly unread: number; readonly total: number }) => void;
  /**
   * To the participants alone: a message of a chat says something else than before. An extension.
   */
  chatMessageUpdate: (update: { readonly chatId: string; readonly msg: MessageWire }) => void;
  /**
   * Of a deleted account, whose name is erased, with the hash of that name: a page finds by it what
   * shows the name. SHA-256 of `canonicalName`, as base64url. An extension.
   */
  userUpdate: (update: {
    readonly user: UserRowWire;
    readonly type: UserUpdateType;
    readonly nameHash?: string;
  }) => void;
  /**
   * To whoever watches the game, and to its players wherever they are: the game as it stands. Its
   * `moves` are the new ones alone, the last ones of `moveCount`; on entering, all. A client that
   * lacks some before them reads the game again.
   */
  gameUpdate: (update: { readonly gameInstance: GameWire }) => void;
  /** To the socket whose move, or entering, was refused. */
  gameError: (refusal: { readonly player: string; readonly error: string }) => void;
  /**
   * A game entered a list, or its row changed; of a private game to those who may see it. An
   * extension.
   */
  lobbyUpdate: (update: { readonly game: GameRowWire }) => void;
  /** The options with their votes; in bursts the latest state alone. */
  pollUpdate: (update: { readonly pollId: string; readonly options: readonly PollOptionWire[] }) => void;
  pollCreation: (created: { readonly pollId: string; readonly communityId: string }) => void;
  pollStatusChange: (changed: { readonly pollId: string; readonly communityId: string }) => void;
  /**
   * To each of those whom a change of a community concerns, with his own position from now on. An
   * extension.
   */
  communityUpdate: (update: { readonly communityId: string; readonly position: CommunityPosition }) => void;
  /** To the one who is notified. */
  notification: (notification: NotificationWire) => void;
  /**
   * To whoever has read or deleted notifications, for his other tabs: how many he has not read now;
   * an open list is fetched anew. An extension.
   */
  notificationsUpdate: (update: { readonly unread: number }) => void;
}

/** What happened to the user of a `userUpdate`. */
export type UserUpdateType = 'created' | 'updated' | 'deleted' | 'follow' | 'unfollow';

/**
 * Browser to gateway: rooms are joined by the server alone; a chat that is entered is seen, as long
 * as it is not left.
 */
export interface ClientToServerEvents {
  joinChat: (chatId: string, done?: (answer: SocketAnswer) => void) => void;
  leaveChat: (chatId: string, done?: (answer: SocketAnswer) => void) => void;
  /**
   * Enters a game's room to watch it; answered by a gameUpdate to this socket at once. Source:
   * decisions G-1.
   */
  joinGame: (gameID: string, done?: (answer: SocketAnswer) => void) => void;
  leaveGame: (gameID: string, done?: (answer: SocketAnswer) => void) => void;
  makeMove: (request: MakeMove, done?: (answer: SocketAnswer) => void) => void;
}

/**
 * Browser to gateway: a move; sent again with the same `commandId` it is made once. Source:
 * decisions G-7.
 */
export interface MakeMove {
  readonly gameID: string;
  readonly move: GameMoveWire;
  readonly commandId?: string;
}

/** Gateway to browser: what became of an event that was sent, to whoever asks to be told. */
export type SocketAnswer = { readonly ok: true } | ErrorWire;

/** Server to browser: the votes of a question. */
export interface VoteUpdate {
  readonly qid: string;
  readonly upVotes: readonly string[];
  readonly downVotes: readonly string[];
  readonly upVoteCount: number;
  readonly downVoteCount: number;
}

/**
 * Server to browser: the question or the answer that was commented on, by its id, with the one
 * comment that is new, or says something else than before. Those that a page has already stay.
 * Source: decisions E-1.
 */
export interface CommentUpdate {
  readonly type: 'question' | 'answer';
  readonly qid: string;
  readonly result: { readonly _id: string; readonly comments: readonly CommentWire[] };
}
