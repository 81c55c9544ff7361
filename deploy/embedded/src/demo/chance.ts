import { createHash } from 'node:crypto';

/** A number in [0, 1) that is always the same for the same words: what looks like chance in the demonstration. */
export function chanceOf(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32;
}
