import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkMarks, looksBlank, parseTags } from './checks.ts';
import { checkAnswerText, checkComment, faultyLink } from './post-checks.ts';
import { measureLinks } from './links.ts';
import { mentionsIn } from './mentions.ts';
import { showsNothing } from './written.ts';

const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['faultyLink', faultyLink],
  ['checkAnswerText', checkAnswerText],
  ['checkComment', checkComment],
  ['measureLinks', measureLinks],
  ['mentionsIn', (text) => mentionsIn(text, 'post')],
  ['showsNothing', (text) => showsNothing(text, 'post')],
  ['looksBlank', looksBlank],
  ['checkMarks', checkMarks],
  ['parseTags', parseTags],
];

/** A flat string, as it comes from a request. */
const filled = (piece: string, size: number) => JSON.parse(JSON.stringify(piece.repeat(size / piece.length))) as string;

/** The time that reading a text takes, in microseconds. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/**
 * What optimized code does with a string is not seen by counting calls, so this compares the times
 * for a text and for one twice as long. Ordinary texts come between: after them the compiler
 * replaces what it made. Below some milliseconds the clock says nothing.
 */
function growth(read: (text: string) => unknown, piece: string): number {
  const [once, twice]: [number[], number[]] = [[], []];
  for (let round = 0; round < 9; round++) {
    for (const text of ordinary) read(text);
    once.push(timeOf(read, filled(piece, 15_000)));
    twice.push(timeOf(read, filled(piece, 30_000)));
  }
  return (10_000 + medianOf(twice)) / (10_000 + medianOf(once));
}

/** The collection of garbage falls into some of the rounds. */
function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

const ordinary = Array.from({ length: 100 }, (_, index) =>
  `Hello, \`code${index}\` and [a link](https://example.org/${index}) for @bob.\n\n`.repeat(20),
);

const pieces = [
  '`a',
  '``` `',
  '[',
  '[a](',
  '](https://x)',
  '[a]: ',
  '@a ',
  '@"',
  '\n    a',
  '~~~\n',
  '<a:',
  'www.',
  '(',
];

// Beside the program, the compiler would be done at another moment in each run.
beforeAll(() => setFlagsFromString('--no-concurrent-recompilation'));
afterAll(() => setFlagsFromString('--concurrent-recompilation'));

describe('[Q-9] optimized code takes at most twice the time for twice the text', () => {
  it.each(readers)('%s', (_name, read) => {
    expect(pieces.filter((piece) => growth(read, piece) > 3)).toEqual([]);
  });
});
