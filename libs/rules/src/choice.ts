import type { Strength } from '@parlour/contracts/games';

/** How much of `chance` makes an easy computer move without a thought. */
const thoughtless = 0.6;

/**
 * The computer's move: a strong one takes one of the best, an easy one more often than not any
 * legal one. Both lists are filled; `chance` in [0, 1) decides among equals.
 */
export function chooseMove<Move>(
  legal: readonly Move[],
  best: () => readonly Move[],
  strength: Strength,
  chance: number,
): Move {
  if (strength === 'strong') return pick(best(), chance);
  return chance < thoughtless
    ? pick(legal, chance / thoughtless)
    : pick(best(), (chance - thoughtless) / (1 - thoughtless));
}

function pick<Move>(moves: readonly Move[], chance: number): Move {
  const move = moves[Math.min(Math.floor(chance * moves.length), moves.length - 1)];
  if (move === undefined) throw new Error('There is no move to choose from: the position is over.');
  return move;
}
