import type { GameType } from '@parlour/contracts/games';

/** The games as the page names them, with what each is about. */
export const gameKinds: readonly { readonly type: GameType; readonly label: string; readonly about: string }[] = [
  { type: 'Nim', label: 'Nim', about: 'Take one, two or three. The player who takes the last one loses.' },
  { type: 'Chopsticks', label: 'Chopsticks', about: 'Hit your opponent’s hands until both are dead.' },
  { type: 'TicTacToe', label: 'Tic-Tac-Toe', about: 'Three in a row, a column or a diagonal.' },
];
