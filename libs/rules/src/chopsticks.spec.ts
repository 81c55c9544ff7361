import { describe, expect, it } from '@jest/globals';
import type { ChopsticksPosition, Seat } from '@parlour/contracts/games/games';
import { chopsticks } from './chopsticks.ts';
import { moverAt, otherSeat } from './rules.ts';
import { type PlainOutcome, playPlainly } from './testing/plain-chopsticks.ts';

const chances = [0, 0.26, 0.51, 0.76, 0.999_999];

const playerAt = (seat: Seat) => (seat === 0 ? 'player1' : 'player2');

const keyOf = (hands: readonly number[], mover: Seat): string => `${hands.join('')} ${mover}`;

/** Plays from the start: hits as `0>2`, bumps as `0>1 of 3`, each checked as a client sends it. */
function playLine(...moves: string[]): ChopsticksPosition {
  return moves.reduce<ChopsticksPosition>((position, text, count) => {
    const [hittingHand = 0, handToHit = 0, numFingersToMove] = text.split(/\D+/).map(Number);
    const given = { hittingHand, handToHit, ...(numFingersToMove === undefined ? {} : { numFingersToMove }) };
    const checked = chopsticks.check(position, moverAt(count), given);
    if ('fault' in checked) throw new Error(`${text}: ${checked.fault.text}`);
    return chopsticks.apply(position, moverAt(count), checked.move);
  }, chopsticks.start());
}

/** Every position reachable from the start by the plain rules, including finished ones. */
function everyPosition(): readonly {
  readonly hands: readonly number[];
  readonly mover: Seat;
  readonly over: boolean;
}[] {
  const seen = new Map<string, { hands: readonly number[]; mover: Seat; over: boolean }>();
  const open = [{ hands: [1, 1, 1, 1] as readonly number[], mover: 0 as Seat, over: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { hands, mover, over } = next;
    if (seen.has(keyOf(hands, mover))) continue;
    seen.set(keyOf(hands, mover), next);
    if (over) continue;
    for (let from = 0; from < 4; from += 1) {
      for (let to = 0; to < 4; to += 1) {
        for (let fingers = 1; fingers < 5; fingers += 1) {
          const after = playPlainly(hands, playerAt(mover), from, to, fingers);
          if (after) open.push({ hands: after.hands, mover: otherSeat(mover), over: after.winner !== 'nobody yet' });
        }
      }
    }
  }
  return [...seen.values()];
}

/**
 * Whether the seat to move can force a win within this many moves, by exhaustive search with the
 * plain rules.
 */
function canForce(hands: readonly number[], mover: Seat, moves: number, known: Map<string, boolean>): boolean {
  const key = `${keyOf(hands, mover)} ${moves}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const can = repliesTo(hands, mover).some(({ hands: after, winner }) =>
    winner === 'nobody yet'
      ? moves > 1 && mustLose(after, otherSeat(mover), moves - 1, known)
      : winner === playerAt(mover),
  );
  known.set(key, can);
  return can;
}

/** Whether the seat loses within this many moves, whatever it plays. */
function mustLose(hands: readonly number[], mover: Seat, moves: number, known: Map<string, boolean>): boolean {
  return repliesTo(hands, mover).every(({ hands: after, winner }) =>
    winner === 'nobody yet'
      ? moves > 1 && canForce(after, otherSeat(mover), moves - 1, known)
      : winner === playerAt(otherSeat(mover)),
  );
}

const knownReplies = new Map<string, readonly Exclude<PlainOutcome, undefined>[]>();

function repliesTo(hands: readonly number[], mover: Seat): readonly Exclude<PlainOutcome, undefined>[] {
  const before = knownReplies.get(keyOf(hands, mover));
  if (before) return before;
  const replies = [];
  for (let from = 0; from < 4; from += 1) {
    for (let to = 0; to < 4; to += 1) {
      for (let fingers = 1; fingers < 5; fingers += 1) {
        const after = playPlainly(hands, playerAt(mover), from, to, fingers);
        if (after) replies.push(after);
      }
    }
  }
  knownReplies.set(keyOf(hands, mover), replies);
  return replies;
}

describe('Chopsticks', () => {
  const positions = everyPosition();

  it('[ST-5, VA-14] agrees with the plain rules on every move of every reachable position', () => {
    const differences: unknown[] = [];
    let compared = 0;
    for (const { hands, mover } of positions) {
      for (let from = 0; from < 4; from += 1) {
        for (let to = 0; to < 4; to += 1) {
          for (let fingers = 0; fingers < 6; fingers += 1) {
            compared += 1;
            const given = { hittingHand: from, handToHit: to, numFingersToMove: fingers, isBumping: false };
            const checked = chopsticks.check({ hands }, mover, given);
            const plain = playPlainly(hands, playerAt(mover), from, to, fingers);
            if ('fault' in checked) {
              if (plain) differences.push({ hands, mover, given, checked, plain });
              continue;
            }
            const after = chopsticks.apply({ hands }, mover, checked.move);
            const result = chopsticks.result(after, mover);
            const winner = result.over ? playerAt(result.winner ?? 0) : 'nobody yet';
            const isSame = plain && plain.winner === winner && plain.hands.join() === after.hands.join();
            if (!isSame) differences.push({ hands, mover, given, after, winner, plain });
          }
        }
      }
    }
    expect(differences.slice(0, 3)).toEqual([]);
    expect(compared).toBe(positions.length * 96);
  });

  it('[LI-14, G-9] plays the lines of G-9', () => {
    const hits = playLine('0>2', '2>0', '0>2', '3>0', '0>3');
    expect(hits).toEqual({ hands: [4, 1, 0, 0] });
    expect(chopsticks.result(hits, 0)).toEqual({ over: true, winner: 0 });
    const bumped = playLine('0>2', '2>0', '0>1 of 3', '3>1');
    expect(bumped).toEqual({ hands: [0, 0, 2, 1] });
    expect(chopsticks.result(bumped, 1)).toEqual({ over: true, winner: 1 });
  });

  it('[ST-5, G-9] detects bumps, and how many fingers a hit moves', () => {
    const position = { hands: [2, 3, 1, 4] };
    const said = { numFingersToMove: 4, isBumping: true };
    expect(chopsticks.check(position, 0, { hittingHand: 1, handToHit: 3, ...said })).toEqual({
      move: { hittingHand: 1, handToHit: 3, numFingersToMove: 3, isBumping: false },
    });
    expect(chopsticks.check(position, 1, { hittingHand: 2, handToHit: 1 })).toEqual({
      move: { hittingHand: 2, handToHit: 1, numFingersToMove: 1, isBumping: false },
    });
    expect(
      chopsticks.check(position, 0, { hittingHand: 0, handToHit: 1, numFingersToMove: 2, isBumping: false }),
    ).toEqual({
      move: { hittingHand: 0, handToHit: 1, numFingersToMove: 2, isBumping: true },
    });
  });

  it('lets a bump empty a hand, roll over, and lose by killing both hands', () => {
    const bump = (hands: readonly number[], numFingersToMove: number) => {
      const checked = chopsticks.check({ hands }, 1, { hittingHand: 2, handToHit: 3, numFingersToMove });
      if ('fault' in checked) return checked.fault.text;
      const after = chopsticks.apply({ hands }, 1, checked.move);
      return [after.hands, chopsticks.result(after, 1)];
    };
    expect(bump([1, 1, 2, 1], 2)).toEqual([[1, 1, 0, 3], { over: false }]);
    expect(bump([1, 1, 4, 3], 4)).toEqual([[1, 1, 0, 2], { over: false }]);
    expect(bump([1, 1, 4, 1], 4)).toEqual([[1, 1, 0, 0], { over: true, winner: 0 }]);
    expect(bump([1, 1, 3, 2], 1)).toBe('Invalid move: a bump cannot reproduce the same position');
  });

  it('lets the strong computer win by the shortest way, keep open games open, and delay a loss', () => {
    const known = new Map<string, boolean>();
    const most = 20;
    const found = new Map<string, number | undefined>();
    const fewest = (within: typeof canForce, hands: readonly number[], mover: Seat): number | undefined => {
      const key = `${within.name} ${keyOf(hands, mover)}`;
      if (!found.has(key)) {
        const numbers = Array.from({ length: most }, (_, index) => index + 1);
        found.set(
          key,
          numbers.find((moves) => within(hands, mover, moves, known)),
        );
      }
      return found.get(key);
    };
    const wrong: unknown[] = [];
    const counts = { won: 0, lost: 0, open: 0, longest: 0 };
    for (const { hands, mover, over } of positions) {
      if (over) continue;
      const toWin = fewest(canForce, hands, mover);
      const toLose = fewest(mustLose, hands, mover);
      counts[toWin !== undefined ? 'won' : toLose !== undefined ? 'lost' : 'open'] += 1;
      counts.longest = Math.max(counts.longest, toWin ?? 0);
      for (const chance of chances) {
        const move = chopsticks.choose({ hands }, mover, 'strong', chance);
        const after = chopsticks.apply({ hands }, mover, move);
        const { over: isEnd } = chopsticks.result(after, mover);
        const otherToWin = isEnd ? 0 : fewest(canForce, after.hands, otherSeat(mover));
        const otherToLose = isEnd ? 0 : fewest(mustLose, after.hands, otherSeat(mover));
        const isBest =
          toWin !== undefined
            ? otherToLose === toWin - 1
            : toLose !== undefined
              ? otherToWin === toLose - 1
              : otherToWin === undefined && otherToLose === undefined;
        if (!isBest) wrong.push({ hands, mover, move, toWin, toLose });
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(counts).toEqual({ won: 608, lost: 216, open: 322, longest: 9 });
  });
});
