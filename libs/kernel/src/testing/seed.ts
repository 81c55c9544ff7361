import { randomInt } from 'node:crypto';

/** The seed of this run: `PARLOUR_SEED`, or a new one. Tests print it in their names. */
export const seed = Number(process.env['PARLOUR_SEED'] ?? randomInt(1_000_000));

/** Pseudo-random numbers, the same for the same seed. */
export interface Dice {
  /** From 0 up to `below`, exclusive. */
  below(below: number): number;
  /** True once in `n`. */
  oneIn(n: number): boolean;
  /** The list, shuffled. */
  shuffled<Item>(items: readonly Item[]): Item[];
  /** The list, cut into one or more pieces of one or more items. */
  split<Item>(items: readonly Item[]): Item[][];
}

/** Source: mulberry32 by Tommy Ettinger, in the public domain. */
export function diceOf(from: number): Dice {
  let state = from >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    shuffled(items) {
      const list = [...items];
      for (let last = list.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [list[last], list[other]] = [list[other] as (typeof list)[number], list[last] as (typeof list)[number]];
      }
      return list;
    },
    split(items) {
      const pieces = [];
      for (let from = 0; from < items.length;) {
        const size = 1 + below(Math.min(7, items.length - from));
        pieces.push(items.slice(from, from + size));
        from += size;
      }
      return pieces;
    },
  };
}
