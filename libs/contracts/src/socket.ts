import type { ErrorWire } from './errors.ts';
import type { CommunityPosition, PollOptionWire, PollWire } from './communities/communities.ts';
import type { DeclinedGameWire, GameMoveWire, GameRowWire, GameWire } from './games/games.ts';
import type { OnlineWire, UserRowWire } from './identity/identity.ts';
import type { ChatUpdateType, ChatWire, MessageWire } from './messaging/messaging.ts';
import type { NotificationWire } from './notifications/notifications.ts';
import type { AnswerWire, CommentWire, QuestionRowWire } from './qa/qa.ts';

/**
 * Gateway to browser: every live event with its payload. After the payload, the gateway sends the
 * position of the event's cause, in the format of `X-Position`, so that other services don't answer
 * the client from an earlier state. Source: docs/specification.md#live-events; decisions E-1.
 */
export interface LiveEvents {
  /**
   * A question as a list row: added to lists that it matches, or replacing the row with the same
   * `_id`. Has the text if that was changed.
   */
  readonly questionUpdate: QuestionRowWire;
  /**
   * An answer that is new or changed, without its comments. A changed one says so: a page that has
   * not loaded it leaves it out. To a voter, with their own vote.
   */
  readonly answerUpdate: { readonly qid: string; readonly answer: AnswerWire; readonly isChange?: true };
  /** The list row with its new counts. */
  readonly viewsUpdate: QuestionRowWire;
  /** New vote counts and lists of a question; in bursts, only the latest state. */
  readonly voteUpdate: VoteUpdate;
  readonly commentUpdate: CommentUpdate;
  readonly messageUpdate: { readonly msg: MessageWire };
  /**
   * To the participants only, once each; `messages` has the last message, or the one that has
   * changed, and `total` is the recipient's unread count in all chats.
   */
  readonly chatUpdate: { readonly chat: ChatWire; readonly type: ChatUpdateType; readonly total: number };
  /**
   * To a person who has read a chat, for their other tabs: the unread counts of the chat and in all
   * chats. An extension.
   */
  readonly chatRead: { readonly chatId: string; readonly unread: number; readonly total: number };
  /** To a person who has left a chat, for their other tabs. An extension. */
  readonly chatLeft: { readonly chatId: string };
  /**
   * To a person who has muted a chat or the global room, or no longer, for their other tabs. An
   * extension.
   */
  readonly chatMuted: { readonly chatId: string; readonly muted: boolean };
  /**
   * To a person who has blocked another, or no longer, for their other tabs; to nobody else. An
   * extension.
   */
  readonly blockUpdate: { readonly username: string; readonly blocked: boolean };
  /**
   * To those who watch these people and may know of them: who is online now. The first one after
   * `watchOnline` has everybody who is watched. An extension.
   */
  readonly onlineUpdate: { readonly people: readonly OnlineWire[] };
  /**
   * For a deleted account, whose name is erased, with the hash of that name: pages use it to find
   * what shows the name. SHA-256 of `canonicalName`, as base64url. For a person whom an operator
   * renamed, `updated`, with the name before. Both are extensions.
   */
  readonly userUpdate: {
    readonly user: UserRowWire;
    readonly type: UserUpdateType;
    readonly nameHash?: string;
    readonly formerName?: string;
  };
  /**
   * To everyone who watches the game, and to its players wherever they are: the game's state.
   * `moves` has only the new ones, the last ones of `moveCount`; on entering, all. A client that
   * lacks some before them reads the game again.
   */
  readonly gameUpdate: { readonly gameInstance: GameWire };
  /** To the socket whose move or entering was refused. */
  readonly gameError: { readonly player: string; readonly error: string };
  /**
   * A game entered a list, or its row changed; for a private game, to those who may see it. An
   * extension.
   */
  readonly lobbyUpdate: { readonly game: GameRowWire };
  /** To a person who has declined an invitation to a game, for their other tabs. An extension. */
  readonly invitationDeclined: DeclinedGameWire;
  /**
   * The options with their votes; in bursts, only the latest state. Of a poll that was edited or
   * deleted also the poll itself.
   */
  readonly pollUpdate: {
    readonly pollId: string;
    readonly options: readonly PollOptionWire[];
    readonly poll?: PollWire;
  };
  readonly pollCreation: { readonly pollId: string; readonly communityId: string };
  readonly pollStatusChange: { readonly pollId: string; readonly communityId: string };
  /**
   * To each person affected by a change in a community, with their own new position; if it was
   * edited, with what it is called now, and whether that is all that has changed. An extension.
   */
  readonly communityUpdate: {
    readonly communityId: string;
    readonly position: CommunityPosition;
    readonly community?: { readonly name: string; readonly description: string };
    readonly textsOnly?: true;
  };
  /**
   * To those who may see a question with the tag: its description is another one. An extension.
   */
  readonly tagUpdate: { readonly name: string };
  /** To the notified person. */
  readonly notification: NotificationWire;
  /**
   * To a person who has read or deleted notifications, for their other tabs: the unread count; open
   * lists refetch. An extension.
   */
  readonly notificationsUpdate: { readonly unread: number };
}

/** The events as Socket.IO's types take them. */
export type ServerToClientEvents = { [Event in keyof LiveEvents]: (payload: LiveEvents[Event]) => void };

/** The kind of change in a `userUpdate`. */
export type UserUpdateType = 'created' | 'updated' | 'deleted' | 'follow' | 'unfollow';

/**
 * Browser to gateway. Only the server joins rooms; an entered chat counts as seen until it is left.
 */
export interface SocketRequests {
  readonly joinChat: string;
  readonly leaveChat: string;
  /**
   * Enters a game's room to watch it; the reply is an immediate gameUpdate to this socket. Source:
   * decisions G-1.
   */
  readonly joinGame: string;
  readonly leaveGame: string;
  readonly makeMove: MakeMove;
  /**
   * The names of all the people whose coming and going the page shows now; replaces those of
   * before. The reply is an immediate onlineUpdate to this socket. An extension.
   */
  readonly watchOnline: readonly string[];
}

/** The requests as Socket.IO's types take them, with an acknowledgement if the client wants one. */
export type ClientToServerEvents = {
  [Event in keyof SocketRequests]: (request: SocketRequests[Event], done?: (answer: SocketAnswer) => void) => void;
};

/**
 * Browser to gateway: a move; resent with the same `commandId`, it is made once. Source: decisions
 * G-7.
 */
export interface MakeMove {
  readonly gameID: string;
  readonly move: GameMoveWire;
  /** How many moves the game had when it was made: it is played as that one or not at all. */
  readonly moveCount?: number;
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
