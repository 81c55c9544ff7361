import type { IsoTime } from '../time.ts';

/** Every game type; a new one needs its rules, its view on the page, and an entry here. */
export const gameTypes = ['Nim', 'Chopsticks', 'TicTacToe'] as const;

/** A game type. */
export type GameType = (typeof gameTypes)[number];

/** The statuses of a game, in order. */
export const gameStatuses = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'] as const;

/** The status of a game. */
export type GameStatus = (typeof gameStatuses)[number];

/** The computer's strengths. */
export const strengths = ['easy', 'strong'] as const;

/** The computer's strength. */
export type Strength = (typeof strengths)[number];

/**
 * Replaces a player's id in events and their name in replies. No account can have it: decisions
 * S-2.
 */
export const computerPlayer = 'computer';

/** A player's seat: 0 is player1, who moves on even move counts; 1 is player2. */
export type Seat = 0 | 1;

/** Takes 1 to 3 objects. */
export interface NimMove {
  readonly numObjects: number;
}

/**
 * Hands are absolute, 0 to 3. Clients may omit what the server can derive. Source: decisions G-9.
 */
export interface ChopsticksMove {
  readonly hittingHand: number;
  readonly handToHit: number;
  readonly numFingersToMove: number;
  readonly isBumping: boolean;
}

/** Marks an empty slot, 0 to 8. */
export interface TicTacToeMove {
  readonly slot: number;
}

/** A move of any game, as its rules store it. */
export type GameMove = NimMove | ChopsticksMove | TicTacToeMove;

/** The objects on the table. */
export interface NimPosition {
  readonly remainingObjects: number;
}

/** Fingers: player 1 left, player 1 right, player 2 left, player 2 right; 0 is a dead hand. */
export interface ChopsticksPosition {
  readonly hands: readonly number[];
}

/** Nine cells, row by row. */
export interface TicTacToePosition {
  readonly board: readonly ('X' | 'O' | null)[];
}

/** The position of any game; its fields are part of the state on the wire. */
export type GamePosition = NimPosition | ChopsticksPosition | TicTacToePosition;

/** A move on the wire: player, game, move. */
export interface GameMoveWire {
  /** A username. */
  readonly playerID: string;
  readonly gameID: string;
  readonly move: GameMove;
}

/** The fields of every game's state. */
interface CommonState {
  readonly status: GameStatus;
  readonly moveCount: number;
  /** Usernames; empty for a draw, and until the game is over. */
  readonly winners: readonly string[];
  readonly player1?: string;
  readonly player2?: string;
}

/** The state with all moves; the position's fields are beside these. */
export type GameStateWire = CommonState & { readonly moves: readonly GameMoveWire[] } & Partial<
    NimPosition & ChopsticksPosition & TicTacToePosition
  >;

/**
 * How a game ended: by play, as a draw, because a player left, was gone too long, or deleted their
 * account, or before it began, because its creator withdrew it or somebody declined the rematch.
 */
export type GameEnding = 'play' | 'draw' | 'left' | 'claimed' | 'deleted' | 'withdrawn' | 'declined';

/** Gateway to browser: a game in a list, without moves and position. */
export interface GameRowWire {
  readonly gameID: string;
  readonly gameType: GameType;
  /** Usernames of the seated players, player1 first. */
  readonly players: readonly string[];
  /** Whoever created it; only for public games that wait. */
  readonly createdBy?: string;
  /** The player who may invite; only for private games. */
  readonly host?: string;
  /** Empty for a public game. */
  readonly invitedPlayers: readonly string[];
  readonly state: CommonState;
  readonly createdAt: IsoTime;
  /** The time of the last action, ISO-8601: for a running game, the start of the mover's turn. */
  readonly updatedAt: IsoTime;
  /**
   * The number of events so far: of two states of a game, the one with the higher version is newer.
   */
  readonly version: number;
  /** For a game against the computer: its strength. */
  readonly computer?: Strength;
  /** For a waiting rematch: the usernames of its two players, the only ones who can join. */
  readonly keptFor?: readonly string[];
}

/** Gateway to browser: the wins of the caller and somebody against each other, in one game. */
export interface ScoreWire {
  readonly gameType: GameType;
  /** Wins of the caller. */
  readonly won: number;
  /** Wins of the other. */
  readonly lost: number;
}

/** Gateway to browser: a game. Source: specification EN-4. */
export interface GameWire extends GameRowWire {
  readonly state: GameStateWire;
  /** The usernames of those who declined their invitation; only while a private game waits. */
  readonly declinedPlayers?: readonly string[];
  /** Once the game is over. */
  readonly endedBy?: GameEnding;
  /** Once the game is over: when its last player took a seat. */
  readonly beganAt?: IsoTime;
  /** The game that this is a rematch of. */
  readonly rematchOf?: string;
  /** The rematch of this game, once someone has requested it. */
  readonly rematchID?: string;
}

/** Gateway to browser: the game to which the caller has declined an invitation. */
export interface DeclinedGameWire {
  readonly gameID: string;
}

/** Which games a list shows. Source: decisions G-6. */
export const gameVisibilities = ['Public', 'Private', 'Host'] as const;

/** Which games a list shows. */
export type GameVisibility = (typeof gameVisibilities)[number];

/**
 * A game was created, waiting or started. Stream `game/<id>`; ordering key the game, as for all
 * following events.
 */
export interface GameCreated {
  readonly type: 'GameCreated';
  readonly data: {
    readonly gameId: string;
    readonly gameType: GameType;
    /** The host of a private game. */
    readonly createdBy: string;
    readonly private: boolean;
    readonly invited: readonly string[];
    /**
     * The players for whom the seats are reserved, in rematches and against the computer; null is
     * open to anyone.
     */
    readonly seats: readonly [string | null, string | null];
    readonly computer: Strength | null;
    readonly rematchOf: string | null;
  };
}

/** The host of a private game invited more people; only those not invited before. */
export interface PlayersInvited {
  readonly type: 'PlayersInvited';
  readonly data: {
    readonly gameId: string;
    readonly gameType: GameType;
    readonly invitedBy: string;
    readonly userIds: readonly string[];
  };
}

/**
 * Somebody without a seat declined an invitation, and is not invited any more. A rematch ends with
 * it. Source: decisions G-16.
 */
export interface InvitationDeclined {
  readonly type: 'InvitationDeclined';
  readonly data: { readonly gameId: string; readonly userId: string };
}

/** A player took a seat; once both are taken, the game is in progress. */
export interface PlayerJoined {
  readonly type: 'PlayerJoined';
  readonly data: {
    readonly gameId: string;
    /** A user id, or `computer`. */
    readonly userId: string;
    readonly seat: Seat;
    /** ISO-8601. */
    readonly at: string;
  };
}

/** A player left their seat before the start. */
export interface PlayerLeft {
  readonly type: 'PlayerLeft';
  readonly data: { readonly gameId: string; readonly userId: string; readonly seat: Seat };
}

/** A move, complete as the rules store it. */
export interface MovePlayed {
  readonly type: 'MovePlayed';
  readonly data: {
    readonly gameId: string;
    /** A user id, or `computer`. */
    readonly userId: string;
    /** 1..n of the game. */
    readonly number: number;
    readonly move: GameMove;
    /** ISO-8601. */
    readonly at: string;
  };
}

/** A game is over. */
export interface GameEnded {
  readonly type: 'GameEnded';
  readonly data: {
    readonly gameId: string;
    readonly gameType: GameType;
    /** User ids or `computer`; empty for a draw. */
    readonly winners: readonly string[];
    readonly reason: GameEnding;
    /** Whether the win counts for leaderboard and badges. Source: decisions G-5. */
    readonly counts: boolean;
  };
}

/** The events in games' log. */
export type GamesEvent =
  | GameCreated
  | PlayersInvited
  | InvitationDeclined
  | PlayerJoined
  | PlayerLeft
  | MovePlayed
  | GameEnded;

/** The current schema version of each event type; older events are upcast when read. */
export const gamesSchemaVersions = {
  GameCreated: 1,
  PlayersInvited: 1,
  InvitationDeclined: 1,
  PlayerJoined: 1,
  PlayerLeft: 1,
  MovePlayed: 1,
  GameEnded: 1,
} as const satisfies Record<GamesEvent['type'], number>;
