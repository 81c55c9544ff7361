import type { GameType, GameWire } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';

/** The rules of every game between people. Source: decisions G-5, G-6, G-11. */
const rulesOfClock: readonly string[] = [
  `If you don’t move for ${limits.turnMinutes} minutes, your opponent can claim the win.`,
];

/** The rule of games that everybody finds in the lobby. */
const rulesOfLobby: readonly string[] = [
  `A game that waits for players is listed for ${limits.waitingGameHours} hours.`,
];

/** The rules of a game, as its page shows them. */
export function rulesOf({ gameType, computer, host }: GameWire): readonly string[] {
  return [
    ...gameRules[gameType],
    ...(computer === undefined ? rulesOfClock : []),
    ...(computer === undefined && host === undefined ? rulesOfLobby : []),
  ];
}

/**
 * The rules of each game, as its page shows them. Source: specification ST-4 to ST-6; decisions G-8
 * to G-10, G-14.
 */
const gameRules: Record<GameType, readonly string[]> = {
  Nim: [
    'There are 21 objects on the table.',
    'The players take turns; each turn takes 1, 2 or 3 objects.',
    'The player who takes the last object loses.',
  ],
  Chopsticks: [
    'Each player has two hands, and each hand starts with 1 finger.',
    'A hit adds the fingers of the hitting hand to one of the opponent’s hands. A hand with exactly 5 is dead; more than 5 rolls over: 6 becomes 1.',
    'Instead of hitting, you can move fingers between your own hands: choose how many. You can’t just swap the two hands. A hand with no fingers is out.',
    'A dead hand can neither hit nor be hit. A player with two dead hands loses.',
    'When the same position comes up for the third time, with the same player to move, the game is a draw.',
    `After ${limits.movesPerGame} moves the game is a draw.`,
  ],
  TicTacToe: [
    'The players take turns; Player 1 marks X and moves first, Player 2 marks O.',
    'Three of your marks in a row, a column or a diagonal win.',
    'A full board without such a line is a draw.',
  ],
};
