import type { GameMove, GameRowWire, GameStateWire, GameWire } from '@parlour/contracts/games/games';

const at = '2026-06-01T10:00:00.000Z';

/** A list row: a public game of Nim that waits for players, with defaults. */
export function rowOf(
  gameID: string,
  { state, ...change }: Partial<Omit<GameRowWire, 'state'>> & { readonly state?: Partial<GameRowWire['state']> } = {},
): GameRowWire {
  return {
    gameID,
    gameType: 'Nim',
    players: [state?.player1, state?.player2].filter((name) => name !== undefined),
    invitedPlayers: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...change,
    state: { status: 'WAITING_TO_START', moveCount: 0, winners: [], ...state },
  };
}

/**
 * A whole game: public Nim between ann and ben, in progress, after taking these numbers of objects.
 */
export function nimOf(
  gameID: string,
  taken: readonly number[] = [],
  { state, ...change }: Partial<Omit<GameWire, 'state'>> & { readonly state?: Partial<GameStateWire> } = {},
): GameWire {
  const moves = taken.map((numObjects, index) => ({
    playerID: index % 2 === 0 ? 'ann' : 'ben',
    gameID,
    move: { numObjects } satisfies GameMove,
  }));
  const sum = taken.reduce((total, number) => total + number, 0);
  return {
    gameID,
    gameType: 'Nim',
    players: ['ann', 'ben'],
    invitedPlayers: [],
    createdAt: at,
    updatedAt: new Date().toISOString(),
    version: 3 + taken.length,
    ...change,
    state: {
      status: 'IN_PROGRESS',
      player1: 'ann',
      player2: 'ben',
      moves,
      moveCount: taken.length,
      winners: [],
      remainingObjects: 21 - sum,
      ...state,
    },
  };
}

/** A waiting public game of Nim with no player or one. */
export function waitingOf(gameID: string, player1?: string): GameWire {
  return {
    ...nimOf(gameID, [], { version: player1 === undefined ? 1 : 2, players: player1 === undefined ? [] : [player1] }),
    state: {
      status: 'WAITING_TO_START',
      ...(player1 === undefined ? {} : { player1 }),
      moves: [],
      moveCount: 0,
      winners: [],
      remainingObjects: 21,
    },
  };
}

/** A live update of a game, with its last moves only. */
export function liveUpdateOf(game: GameWire, newMoves: number): GameWire {
  const { moves } = game.state;
  return { ...game, state: { ...game.state, moves: moves.slice(moves.length - newMoves) } };
}
