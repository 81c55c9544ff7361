import type { GameType } from '@parlour/contracts/games/games';

/** The games, with what each is about. */
export const gameKinds: readonly { readonly type: GameType; readonly about: string }[] = [
  { type: 'Nim', about: 'Take one, two or three. The player who takes the last one loses.' },
  { type: 'Chopsticks', about: 'Hit your opponent’s hands until both are dead.' },
  { type: 'TicTacToe', about: 'Three in a row, a column or a diagonal.' },
];
