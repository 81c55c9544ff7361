import { createHash } from 'node:crypto';

/** A pseudo-random number in [0, 1), always the same for the same words. */
export function chanceOf(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32;
}
