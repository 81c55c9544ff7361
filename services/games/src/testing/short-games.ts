import type { GameType } from '@parlour/contracts/games/games';

/** Moves of a short game of each type, for a win of player 1 and of player 2. */
export const shortGames = {
  // Source: decisions G-8: player 2 wins.
  Nim: [2, 3, 2, 3, 2, 3, 2, 3, 1].map((numObjects) => ({ numObjects })),
  // Player 1 has the left column.
  TicTacToe: [0, 1, 3, 4, 6].map((slot) => ({ slot })),
  // Source: decisions G-9: player 1 wins.
  Chopsticks: [
    [0, 2],
    [2, 0],
    [0, 2],
    [3, 0],
    [0, 3],
  ].map(([hittingHand, handToHit]) => ({ hittingHand, handToHit })),
} satisfies Record<GameType, object[]>;
