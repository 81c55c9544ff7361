import type { GameMove, GameType, Seat } from '@parlour/contracts/games/games';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';

import { chanceOf } from './chance.ts';

/** These first moves are random, for both. */
const openingMoves = 2;

/** Longer games are dull to look at. */
const longestGame = 40;

/**
 * The moves of a game that a seat wins, by the rules: the winner plays well, the other at random.
 * Always the same for the same seed.
 * @throws {Error} when a thousand tries have not produced such a game
 */
export function playedGame(type: GameType, winner: Seat, seed: string): readonly GameMove[] {
  const rules = rulesOf[type];
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const moves: GameMove[] = [];
    let position = rules.start();
    while (moves.length < longestGame) {
      const mover = moverAt(moves.length);
      // Searching the whole tree from an empty board takes long, and a perfect beginner always
      // plays the same game.
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
