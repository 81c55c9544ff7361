import type { Strength } from '@parlour/contracts/games/games';

/** An easy computer picks any legal move when `chance` is below this share. */
const thoughtless = 0.6;

/**
 * Chooses the computer's move: a strong computer takes one of the best moves, an easy one usually
 * any legal move. Neither list may be empty; `chance` in [0, 1) picks among equals.
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
