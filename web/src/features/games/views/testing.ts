import type { GameMove, GameStatus, GameType, GameWire } from '@parlour/contracts/games/games';
import { replay } from '@parlour/rules/games';

/** A game between ann (player 1) and bob after these moves, as the server sends it. */
export function gameOf(
  gameType: GameType,
  moves: readonly GameMove[],
  { state = {}, ...rest }: Partial<Omit<GameWire, 'state'>> & { state?: Partial<GameWire['state']> } = {},
): GameWire {
  const status: GameStatus = 'IN_PROGRESS';
  const position = replay(gameType, moves).at(-1);
  return {
    gameID: 'g1',
    gameType,
    players: ['ann', 'bob'],
    invitedPlayers: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: moves.length + 3,
    ...rest,
    state: {
      status,
      player1: 'ann',
      player2: 'bob',
      winners: [],
      moveCount: moves.length,
      moves: moves.map((move, index) => ({ gameID: 'g1', playerID: index % 2 === 0 ? 'ann' : 'bob', move })),
      ...position,
      ...state,
    },
  };
}

/** Moves of Nim. */
export function takes(...numbers: readonly number[]): GameMove[] {
  return numbers.map((numObjects) => ({ numObjects }));
}

/** Moves of TicTacToe. */
export function marks(...slots: readonly number[]): GameMove[] {
  return slots.map((slot) => ({ slot }));
}

/** Moves of Chopsticks that hit: hand, target, fingers. */
export function hits(...moves: readonly (readonly [number, number, number])[]): GameMove[] {
  return moves.map(([hittingHand, handToHit, numFingersToMove]) => ({
    hittingHand,
    handToHit,
    numFingersToMove,
    isBumping: false,
  }));
}

export const over = (winner?: string): Partial<GameWire['state']> => ({
  status: 'OVER',
  winners: winner === undefined ? [] : [winner],
});
