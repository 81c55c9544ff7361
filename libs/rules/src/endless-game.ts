import type { GameMove, GamePosition, Seat } from '@parlour/contracts/games/games';
import { otherSeat, type Rules } from './rules.ts';

/** More moves than any winning line needs. */
const horizon = 1_000;

/**
 * The value of a position for the seat to move: positive is won, negative is lost, and a greater
 * distance from 0 means a faster end; 0 can go on for ever.
 */
export type Worth = (position: GamePosition, mover: Seat) => number;

/**
 * Solves a game with cycles, where a plain search would not end. It works backwards from the
 * finished positions: those won or lost in one move, in two, and so on until nothing is added. In
 * the remaining positions, either side can avoid a loss for ever. `positions` must be closed under
 * moves. Source: retrograde analysis, Thompson, Retrograde Analysis of Certain Endgames, ICCA
 * Journal 9 (1986).
 */
export function solveEndlessGame<Position extends GamePosition, Move extends GameMove>(
  rules: Pick<Rules<Position, Move>, 'legalMoves' | 'apply' | 'result'>,
  positions: readonly Position[],
): Worth {
  const worths = new Map<string, number>();
  let undecided: { readonly key: string; readonly next: readonly string[] }[] = [];
  for (const position of positions) {
    for (const mover of [0, 1] as const) {
      const key = keyOf(position, mover);
      const result = rules.result(position, otherSeat(mover));
      if (result.over) {
        worths.set(key, result.winner === null ? 0 : result.winner === mover ? horizon : -horizon);
        continue;
      }
      const next = rules
        .legalMoves(position, mover)
        .map((move) => keyOf(rules.apply(position, mover, move), otherSeat(mover)));
      undecided.push({ key, next });
    }
  }
  for (let moves = 1, decided = 1; decided > 0; moves += 1) {
    // Results of this round count from the next one on, or a longer way could hide a shorter one.
    const found = undecided.flatMap(({ key, next }) => {
      const worthsOfNext = next.map((after) => worths.get(after));
      if (worthsOfNext.some((worth) => worth !== undefined && worth < 0)) return [{ key, worth: horizon - moves }];
      return worthsOfNext.every((worth) => worth !== undefined && worth > 0) ? [{ key, worth: moves - horizon }] : [];
    });
    for (const { key, worth } of found) worths.set(key, worth);
    undecided = undecided.filter(({ key }) => !worths.has(key));
    decided = found.length;
  }
  return (position, mover) => worths.get(keyOf(position, mover)) ?? 0;
}

function keyOf(position: GamePosition, mover: Seat): string {
  return `${mover}${JSON.stringify(position)}`;
}
