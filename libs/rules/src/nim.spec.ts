import { describe, expect, it } from '@jest/globals';
import type { NimPosition, Seat } from '@parlour/contracts/games/games';
import { nim } from './nim.ts';
import { moverAt, otherSeat } from './rules.ts';

const chances = [0, 0.2, 0.4, 0.599, 0.6, 0.8, 0.999_999];

/** The winner when both play perfectly, by exhaustive search. */
function winnerByTrying(remaining: number, mover: Seat): Seat {
  if (remaining === 0) return mover;
  const replies = [1, 2, 3].filter((taken) => taken <= remaining);
  const wins = replies.some((taken) => winnerByTrying(remaining - taken, otherSeat(mover)) === mover);
  return wins ? mover : otherSeat(mover);
}

/** Plays from the start; each move is a number of objects. */
function played(...numbers: number[]): NimPosition {
  return numbers.reduce<NimPosition>((position, numObjects, count) => {
    const checked = nim.check(position, moverAt(count), { numObjects });
    if ('fault' in checked) throw new Error(checked.fault.text);
    return nim.apply(position, moverAt(count), checked.move);
  }, nim.start());
}

describe('Nim', () => {
  it('[VA-13] taking the last object loses in each of the 223,317 games', () => {
    const broken: unknown[] = [];
    const known = new Map<string, number>();
    // The results depend only on the position and the seat to move, so each is visited once.
    const gamesFrom = (position: NimPosition, mover: Seat): number => {
      const key = `${position.remainingObjects} ${mover}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      let games = 0;
      for (const move of nim.legalMoves(position, mover)) {
        const after = nim.apply(position, mover, move);
        const result = nim.result(after, mover);
        const isRight =
          after.remainingObjects === position.remainingObjects - move.numObjects &&
          result.over === (after.remainingObjects === 0) &&
          (!result.over || result.winner === otherSeat(mover));
        if (!isRight) broken.push({ position, move, after, result });
        games += result.over ? 1 : gamesFrom(after, otherSeat(mover));
      }
      known.set(key, games);
      return games;
    };
    const games = gamesFrom(nim.start(), 0);
    expect(broken).toEqual([]);
    // The number of ways to write 21 as a sum of ones, twos and threes.
    const sums = [1, 1, 2];
    for (let total = 3; total <= 21; total += 1) sums.push(sums[total - 1]! + sums[total - 2]! + sums[total - 3]!);
    expect([games, sums[21]]).toEqual([223_317, 223_317]);
  });

  it('[G-8] plays the line of G-8: 2 and 3 in turn leave one, which player 1 must take', () => {
    const position = played(2, 3, 2, 3, 2, 3, 2, 3);
    expect(position).toEqual({ remainingObjects: 1 });
    expect(nim.result(position, 1)).toEqual({ over: false });
    expect(nim.legalMoves(position, 0)).toEqual([{ numObjects: 1 }]);
    expect(nim.result(nim.apply(position, 0, { numObjects: 1 }), 0)).toEqual({ over: true, winner: 1 });
  });

  it('lets the strong computer win every position that can be won', () => {
    let won = 0;
    for (let remaining = 1; remaining <= 21; remaining += 1) {
      for (const mover of [0, 1] as const) {
        if (winnerByTrying(remaining, mover) !== mover) continue;
        won += 1;
        for (const chance of chances) {
          const { numObjects } = nim.choose({ remainingObjects: remaining }, mover, 'strong', chance);
          expect([remaining, winnerByTrying(remaining - numObjects, otherSeat(mover))]).toEqual([remaining, mover]);
        }
      }
    }
    // Of 21 counts, those one above a multiple of four are lost: 1, 5, 9, 13, 17 and the start.
    expect(won).toBe((21 - 6) * 2);
  });
});
