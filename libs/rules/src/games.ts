import type { GameMove, GamePosition, GameType } from '@parlour/contracts/games/games';
import { chopsticks } from './chopsticks.ts';
import { nim } from './nim.ts';
import { moverAt, type Rules } from './rules.ts';
import { ticTacToe } from './tic-tac-toe.ts';

/**
 * The rules of every game type; a type without rules does not compile. Pass only positions and
 * moves of the same type to them.
 */
export const rulesOf: { readonly [Type in GameType]: Rules<GamePosition, GameMove> } = {
  Nim: nim,
  Chopsticks: chopsticks,
  TicTacToe: ticTacToe,
};

/** The positions of a game in order, from the start: one more than there are moves. */
export function replay(type: GameType, moves: readonly GameMove[]): readonly GamePosition[] {
  const rules = rulesOf[type];
  const positions = [rules.start()];
  let position = rules.start();
  for (const [count, move] of moves.entries()) {
    position = rules.apply(position, moverAt(count), move);
    positions.push(position);
  }
  return positions;
}
