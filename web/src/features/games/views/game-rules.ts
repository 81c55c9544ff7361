import type { GameType } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';

/** The rules of every game. Source: decisions G-5, G-6, G-11. */
export const commonRules: readonly string[] = [
  `Whoever has not moved for ${limits.turnMinutes} minutes can lose: the other player may claim the win.`,
  `A game that waits for players is listed for ${limits.waitingGameHours} hours.`,
];

/**
 * The rules of each game, as its page shows them. Source: specification ST-4 to ST-6; decisions G-8
 * to G-10, G-14.
 */
export const gameRules: Record<GameType, readonly string[]> = {
  Nim: [
    'There are 21 objects on the table.',
    'The players take turns; each turn takes 1, 2 or 3 objects.',
    'The player who takes the last object loses.',
  ],
  Chopsticks: [
    'Each player has two hands, and each hand starts with 1 finger.',
    'A hit adds the fingers of the hitting hand to one of the opponent’s hands. A hand with exactly 5 is dead; more than 5 rolls over: 6 becomes 1.',
    'Instead of hitting, you can move fingers between your own hands: choose how many. You can’t just swap the two hands. Emptying a hand kills it.',
    'A dead hand can neither hit nor be hit. A player with two dead hands loses.',
    'When the same position comes up for the third time, with the same player to move, the game is a draw.',
    `A game of ${limits.movesPerGame} moves is a draw.`,
  ],
  TicTacToe: [
    'The players take turns; Player 1 marks X and moves first, Player 2 marks O.',
    'Three of your marks in a row, a column or a diagonal win.',
    'A full board without such a line is a draw.',
  ],
};
