import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';

/** The limits of files. A megabyte is 1,024² bytes here. Source: specification FI-3. */
export interface FileLimits {
  /** Of a picture. */
  readonly imageMegabytes: number;
  /** Of a picture, in millions. */
  readonly imageMegapixels: number;
  /** Of another file. */
  readonly fileMegabytes: number;
  readonly filesPerPost: number;
  /** Of all files of a person, with their previews. */
  readonly personMegabytes: number;
}

/** One of them. */
export type FileLimit = keyof FileLimits;

/** What holds until an operator chooses something else. */
export const usualFileLimits: FileLimits = {
  imageMegabytes: 10,
  imageMegapixels: 40,
  fileMegabytes: 25,
  filesPerPost: 10,
  personMegabytes: 1_024,
};

/** What can be chosen: the least and the most. */
export const fileLimitBounds: Readonly<Record<FileLimit, readonly [number, number]>> = {
  imageMegabytes: [1, 50],
  imageMegapixels: [1, 100],
  fileMegabytes: [1, 500],
  filesPerPost: [1, limits.filesPerPost],
  personMegabytes: [10, 1_000_000],
};

/** Their names. */
export const fileLimitNames = Object.keys(usualFileLimits) as readonly FileLimit[]; // its keys

/** So many megabytes, in bytes. */
export function bytesOfMegabytes(megabytes: number): number {
  return megabytes * 1_024 * 1_024;
}

/** What is wrong with a limit that an operator chooses. */
export function checkFileLimit(limit: FileLimit, value: number): Fault | undefined {
  const [least, most] = fileLimitBounds[limit];
  if (Number.isInteger(value) && value >= least && value <= most) return undefined;
  return { code: 'site.files', text: `Choose a whole number from ${least} to ${most}` };
}
