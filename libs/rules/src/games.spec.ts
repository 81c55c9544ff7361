import { describe, expect, it } from '@jest/globals';
import { gameTypes, type GamePosition, type GameType, type Seat } from '@parlour/contracts/games/games';
import { replay, rulesOf } from './games.ts';
import { moverAt, otherSeat } from './rules.ts';

// The texts are written out as in decisions G-7, so that a changed catalogue fails.

const malformed = 'Invalid move: malformed';

/**
 * Candidate moves: every combination of small numbers, valid or not; a table below has numbers
 * beyond the range.
 */
function gridOf(type: GameType): readonly object[] {
  const numbers = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  if (type === 'Nim') return numbers.map((numObjects) => ({ numObjects }));
  if (type === 'TicTacToe') return numbers.map((slot) => ({ slot }));
  const hands = [0, 1, 2, 3];
  return hands.flatMap((hittingHand) =>
    hands.flatMap((handToHit) =>
      [...hands, 4].map((numFingersToMove) => ({ hittingHand, handToHit, numFingersToMove, isBumping: false })),
    ),
  );
}

/** Every reachable position, including finished ones, with the seat to move. */
function everyPosition(type: GameType): readonly { readonly position: GamePosition; readonly mover: Seat }[] {
  const rules = rulesOf[type];
  const seen = new Map<string, { position: GamePosition; mover: Seat }>();
  const open = [{ position: rules.start(), mover: moverAt(0) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { position, mover } = next;
    const key = `${mover}${JSON.stringify(position)}`;
    if (seen.has(key)) continue;
    seen.set(key, next);
    for (const move of rules.legalMoves(position, mover)) {
      open.push({ position: rules.apply(position, mover, move), mover: otherSeat(mover) });
    }
  }
  return [...seen.values()];
}

const textOf = (type: GameType, given: unknown, position = rulesOf[type].start(), mover: Seat = 0): string => {
  const checked = rulesOf[type].check(position, mover, given);
  if ('move' in checked) return 'good';
  expect(checked.fault.code).toBe(
    checked.fault.text === 'Invalid move: game is not in progress' ? 'move.notInProgress' : 'move.invalid',
  );
  return checked.fault.text;
};

/** A valid first move of each type; the table below breaks one field of it. */
const soundMove: Record<GameType, Record<string, unknown>> = {
  Nim: { numObjects: 1 },
  TicTacToe: { slot: 1 },
  Chopsticks: { hittingHand: 1, handToHit: 2 },
};

describe.each([...gameTypes])('%s', (type) => {
  const rules = rulesOf[type];
  const positions = everyPosition(type);

  it('[LI-13] is found under its own name', () => {
    expect(rules.type).toBe(type);
  });

  it('lists exactly the moves that it accepts, and none once the game is over', () => {
    const differences: unknown[] = [];
    const grid = gridOf(type);
    for (const { position, mover } of positions) {
      const accepted = new Set<string>();
      for (const given of grid) {
        const checked = rules.check(position, mover, given);
        if ('move' in checked) accepted.add(JSON.stringify(checked.move));
      }
      const legal = rules.legalMoves(position, mover).map((move) => JSON.stringify(move));
      const isOver = rules.result(position, otherSeat(mover)).over;
      const isSame = legal.length === accepted.size && legal.every((move) => accepted.has(move));
      if (!isSame || isOver !== (legal.length === 0))
        differences.push({ position, mover, legal, accepted: [...accepted] });
    }
    expect(differences.slice(0, 3)).toEqual([]);
  });

  it('returns a legal move unchanged', () => {
    for (const { position, mover } of positions) {
      for (const move of rules.legalMoves(position, mover)) {
        const checked = rules.check(position, mover, move);
        if (JSON.stringify(checked) !== JSON.stringify({ move }))
          throw new Error(JSON.stringify({ position, move, checked }));
      }
    }
  });

  it('does not modify the given position', () => {
    for (const { position, mover } of positions) {
      const before = JSON.stringify(position);
      for (const move of rules.legalMoves(position, mover)) rules.apply(position, mover, move);
      if (JSON.stringify(position) !== before) throw new Error(`${before} became ${JSON.stringify(position)}`);
    }
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['a text', '1'],
    ['true', true],
    ['a function', () => 1],
    ['an empty list', []],
    ['a list', [1, 2, 1]],
    ['a list that has the fields', Object.assign([1], soundMove[type])],
    ['an empty object', {}],
    ['inherited fields', Object.create(soundMove[type])],
    ['fields of a __proto__ from JSON', JSON.parse(`{"__proto__": ${JSON.stringify(soundMove[type])}}`)],
    ['a move nested in a move', { move: soundMove[type] }],
  ])('refuses %s', (_, given) => {
    expect(textOf(type, given)).toBe(malformed);
  });

  it.each([
    ['a fraction', 1.5],
    ['a little more than a number', 1 + Number.EPSILON],
    ['NaN', NaN],
    ['infinity', Infinity],
    ['a text', '1'],
    ['an empty text', ''],
    ['true', true],
    ['null', null],
    ['nothing', undefined],
    ['a list', [1]],
    ['an object', { valueOf: 1 }],
    ['a big integer', 1n],
  ])('refuses %s where a number must be', (_, value) => {
    for (const field of Object.keys(soundMove[type])) {
      expect(textOf(type, { ...soundMove[type], [field]: value })).toBe(malformed);
    }
  });

  it('keeps only known fields of a move', () => {
    const given = { ...soundMove[type], isAdmin: true, moveCount: 7, constructor: 'x', status: 'OVER' };
    expect(rules.check(rules.start(), 0, given)).toEqual(rules.check(rules.start(), 0, soundMove[type]));
  });

  it('lets the computer move legally at either strength, for any chance', () => {
    for (const { position, mover } of positions) {
      const legal = rules.legalMoves(position, mover).map((move) => JSON.stringify(move));
      if (legal.length === 0) continue;
      for (const strength of ['easy', 'strong'] as const) {
        for (const chance of [0, 0.599_999_999, 0.6, 1 - Number.EPSILON]) {
          const move = JSON.stringify(rules.choose(position, mover, strength, chance));
          if (!legal.includes(move)) throw new Error(`${move} of ${JSON.stringify(position)} at ${chance}`);
        }
      }
    }
  });

  it('[ST-4] replays the moves of a game: all positions, the start first', () => {
    const moves = [];
    const expected = [rules.start()];
    let position = rules.start();
    for (let count = 0; !rules.result(position, moverAt(count + 1)).over && count < 200; count += 1) {
      const move = rules.choose(position, moverAt(count), 'easy', (count * 0.37) % 1);
      position = rules.apply(position, moverAt(count), move);
      moves.push(move);
      expected.push(position);
    }
    expect(moves.length).toBeGreaterThan(4);
    expect(replay(type, moves)).toEqual(expected);
    expect(replay(type, [])).toEqual([rules.start()]);
  });
});

describe('numbers beyond the range', () => {
  it.each([
    ['Nim', { numObjects: 0 }, 'Invalid move: must remove between 1 and 3 objects'],
    ['Nim', { numObjects: -1 }, 'Invalid move: must remove between 1 and 3 objects'],
    ['Nim', { numObjects: 4 }, 'Invalid move: must remove between 1 and 3 objects'],
    ['Nim', { numObjects: 1e300 }, 'Invalid move: must remove between 1 and 3 objects'],
    ['TicTacToe', { slot: -1 }, 'Invalid move: slot must be between 0 and 8'],
    ['TicTacToe', { slot: 9 }, 'Invalid move: slot must be between 0 and 8'],
    ['TicTacToe', { slot: -1e300 }, 'Invalid move: slot must be between 0 and 8'],
    ['Chopsticks', { hittingHand: -1, handToHit: 2 }, 'Invalid move: hand must be between 0 and 3'],
    ['Chopsticks', { hittingHand: 0, handToHit: 4 }, 'Invalid move: hand must be between 0 and 3'],
    ['Chopsticks', { hittingHand: 1e300, handToHit: 2 }, 'Invalid move: hand must be between 0 and 3'],
    ['Chopsticks', { hittingHand: 2, handToHit: 0 }, 'Invalid move: must move from your own hand'],
    ['Chopsticks', { hittingHand: 1, handToHit: 1 }, 'Invalid move: a hand cannot hit itself'],
    ['Chopsticks', { hittingHand: 0, handToHit: 1 }, malformed],
    [
      'Chopsticks',
      { hittingHand: 0, handToHit: 1, numFingersToMove: 0 },
      'Invalid move: must move between 1 finger and all of the hand',
    ],
    [
      'Chopsticks',
      { hittingHand: 0, handToHit: 1, numFingersToMove: 2 },
      'Invalid move: must move between 1 finger and all of the hand',
    ],
  ] as const)('%s %j: %s', (type, given, text) => {
    expect(textOf(type, given)).toBe(text);
  });

  it('[VA-13, VA-15] refuses moves that the position does not allow', () => {
    expect(textOf('Nim', { numObjects: 3 }, { remainingObjects: 2 })).toBe(
      'Invalid move: cannot remove more objects than are left',
    );
    expect(textOf('TicTacToe', { slot: 0 }, { board: ['X', ...Array<null>(8).fill(null)] }, 1)).toBe(
      'Invalid move: slot is already taken',
    );
    const dead = 'Invalid move: a dead hand can neither hit nor be hit';
    const hands = [0, 2, 0, 1];
    expect(textOf('Chopsticks', { hittingHand: 0, handToHit: 3 }, { hands })).toBe(dead);
    expect(textOf('Chopsticks', { hittingHand: 1, handToHit: 2 }, { hands })).toBe(dead);
    expect(textOf('Chopsticks', { hittingHand: 1, handToHit: 0, numFingersToMove: 1 }, { hands })).toBe(dead);
  });

  it('refuses every move once the game is over', () => {
    const over = 'Invalid move: game is not in progress';
    expect(textOf('Nim', { numObjects: 1 }, { remainingObjects: 0 })).toBe(over);
    expect(textOf('TicTacToe', { slot: 8 }, { board: ['X', 'X', 'X', 'O', 'O', null, null, null, null] }, 1)).toBe(
      over,
    );
    expect(
      textOf('Chopsticks', { hittingHand: 2, handToHit: 3, numFingersToMove: 1 }, { hands: [0, 0, 1, 2] }, 1),
    ).toBe(over);
  });

  it('reads negative zero in JSON as zero', () => {
    expect(rulesOf.TicTacToe.check(rulesOf.TicTacToe.start(), 0, JSON.parse('{"slot": -0}'))).toStrictEqual({
      move: { slot: 0 },
    });
  });
});

describe('the easy computer', () => {
  it('finds the only good move of three in 60 of 100 cases', () => {
    const draws = Array.from({ length: 100 }, (_, index) => index / 100);
    const good = draws.filter(
      (chance) =>
        JSON.stringify(rulesOf.Nim.choose({ remainingObjects: 20 }, 0, 'easy', chance)) === '{"numObjects":3}',
    );
    // Of 100 moves, 40 are the best one, and a random choice among three finds it in 20 of the
    // other 60.
    expect(good.length).toBe(60);
  });
});
