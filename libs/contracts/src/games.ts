/**
 * Every kind of game there is; a new one needs its rules, its view on the page, and a word here.
 */
export const gameTypes = ['Nim', 'Chopsticks', 'TicTacToe'] as const;

/** A kind of game. */
export type GameType = (typeof gameTypes)[number];

/** How far a game can have come, in this order. */
export const gameStatuses = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'] as const;

/** How far a game has come. */
export type GameStatus = (typeof gameStatuses)[number];

/** How well the computer plays. */
export const strengths = ['easy', 'strong'] as const;

/** How well the computer plays. */
export type Strength = (typeof strengths)[number];

/**
 * Stands in events where a player's id would stand; in replies it is what it is called. No account
 * can have it: decisions S-2.
 */
export const computerPlayer = 'computer';

/** A player's place: 0 is player1, who moves on even move counts; 1 is player2. */
export type Seat = 0 | 1;

/** Takes 1 to 3 objects. */
export interface NimMove {
  readonly numObjects: number;
}

/**
 * Hands are absolute, 0 to 3. What the server works out itself may be left out by a client. Source:
 * decisions G-9.
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

/** A move of any game, as its rules keep it. */
export type GameMove = NimMove | ChopsticksMove | TicTacToeMove;

/** What lies on the table. */
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

/** The position of any game; its fields stand in the state on the wire. */
export type GamePosition = NimPosition | ChopsticksPosition | TicTacToePosition;

/** A move as it travels: who, where, what. */
export interface GameMoveWire {
  /** A username. */
  readonly playerID: string;
  readonly gameID: string;
  readonly move: GameMove;
}

/** What every state has, whatever the game. */
interface CommonState {
  readonly status: GameStatus;
  readonly moveCount: number;
  /** Usernames; empty of a draw, and until the game is over. */
  readonly winners: readonly string[];
  readonly player1?: string;
  readonly player2?: string;
}

/** The state with all moves; the fields of the position stand beside these. */
export type GameStateWire = CommonState & { readonly moves: readonly GameMoveWire[] } & Partial<
    NimPosition & ChopsticksPosition & TicTacToePosition
  >;

/**
 * How a game ended: by play, as a draw, because a player left, was gone too long, or deleted the
 * account.
 */
export type GameEnding = 'play' | 'draw' | 'left' | 'claimed' | 'deleted';

/** Gateway to browser: a game in a list, without moves and position. */
export interface GameRowWire {
  readonly gameID: string;
  readonly gameType: GameType;
  /** Usernames of those who sit, player1 first. */
  readonly players: readonly string[];
  /** Who may invite; of private games alone. */
  readonly host?: string;
  /** Of private games alone. */
  readonly invitedPlayers?: readonly string[];
  readonly state: CommonState;
  readonly createdAt: string;
  /**
   * When somebody last did something, ISO-8601: for a running game, since when it is the mover's
   * turn.
   */
  readonly updatedAt: string;
  /**
   * How many things happened to the game: of two pictures of a game the one with the greater
   * version is the newer.
   */
  readonly version: number;
  /** Of a game against the computer: how well it plays. */
  readonly computer?: Strength;
  /** Of a rematch that waits: the usernames of the two who alone can sit in it. */
  readonly keptFor?: readonly string[];
}

/** Gateway to browser: a game. Source: specification EN-4. */
export interface GameWire extends GameRowWire {
  readonly state: GameStateWire;
  /** Once it is over. */
  readonly endedBy?: GameEnding;
  /** The game of which this is the rematch. */
  readonly rematchOf?: string;
  /** The rematch of this game, once somebody asked for it. */
  readonly rematchID?: string;
}

/** Which games a list shows. Source: decisions G-6. */
export const gameVisibilities = ['Public', 'Private', 'Host'] as const;

/** Which games a list shows. */
export type GameVisibility = (typeof gameVisibilities)[number];

/**
 * A game can be joined, or has begun. Stream `game/<id>`; ordering key the game, as of all that
 * follow.
 */
export interface GameCreated {
  readonly type: 'GameCreated';
  readonly data: {
    readonly gameId: string;
    readonly gameType: GameType;
    /** The host, of a private game. */
    readonly createdBy: string;
    readonly private: boolean;
    readonly invited: readonly string[];
    /**
     * For whom the seats are kept: of rematches and of games against the computer; null is free for
     * whoever may join.
     */
    readonly seats: readonly [string | null, string | null];
    readonly computer: Strength | null;
    readonly rematchOf: string | null;
  };
}

/** The host asked more people to a private game; those that were not asked before. */
export interface PlayersInvited {
  readonly type: 'PlayersInvited';
  readonly data: {
    readonly gameId: string;
    readonly gameType: GameType;
    readonly invitedBy: string;
    readonly userIds: readonly string[];
  };
}

/** Somebody took a seat; with both taken the game is in progress. */
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

/** Somebody gave up a seat before the game began. */
export interface PlayerLeft {
  readonly type: 'PlayerLeft';
  readonly data: { readonly gameId: string; readonly userId: string; readonly seat: Seat };
}

/** A move, complete as the rules keep it. */
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
    /** User ids or `computer`; empty of a draw. */
    readonly winners: readonly string[];
    readonly reason: GameEnding;
    /** Whether the win counts for leaderboard and badges. Source: decisions G-5. */
    readonly counts: boolean;
  };
}

/** What the log of games can hold. */
export type GamesEvent = GameCreated | PlayersInvited | PlayerJoined | PlayerLeft | MovePlayed | GameEnded;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const gamesSchemaVersions = {
  GameCreated: 1,
  PlayersInvited: 1,
  PlayerJoined: 1,
  PlayerLeft: 1,
  MovePlayed: 1,
  GameEnded: 1,
} as const satisfies Record<GamesEvent['type'], number>;
