import type { GameMove, GameType, Seat } from '@parlour/contracts/games';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';

import { chanceOf } from './chance.ts';

/** Played as they come, by both. */
const openingMoves = 2;

/** Nobody likes to look at a longer one. */
const longestGame = 40;

/**
 * The moves of a game that a seat wins, by the rules: the winner plays well, the other one as people do. Always the same for the same seed.
 * @throws {Error} when a thousand tries have not come to such a game
 */
export function playedGame(type: GameType, winner: Seat, seed: string): readonly GameMove[] {
  const rules = rulesOf[type];
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const moves: GameMove[] = [];
    let position = rules.start();
    while (moves.length < longestGame) {
      const mover = moverAt(moves.length);
      // The whole tree of an empty board takes a while to think through, and whoever begins well always plays the same game.
      const strength = mover === winner && moves.length > openingMoves ? 'strong' : 'easy';
      const move = rules.choose(position, mover, strength, chanceOf(seed, attempt, moves.length));
      position = rules.apply(position, mover, move);
      moves.push(move);
      const result = rules.result(position, mover);
      if (!result.over) continue;
      if (result.winner === winner) return moves;
      break;
    }
  }
  throw new Error(`Seat ${winner} never wins at ${type}.`);
}
