import { expect, test } from '@jest/globals';
import { outcomeOf, shareOf } from './results.ts';
import { optionOf } from '../testing.ts';
import { timeLeft } from './time-left.ts';

const optionsOf = (...counts: readonly number[]) =>
  counts.map((voteCount, place) => ({ ...optionOf(`Option ${place}`), voteCount }));

test.each([
  [
    [3, 1, 0],
    [0.75, 0.25, 0],
    ['Winner', undefined, undefined],
  ],
  [
    [2, 2, 0],
    [0.5, 0.5, 0],
    ['Tied', 'Tied', undefined],
  ],
  [
    [0, 0],
    [0, 0],
    [undefined, undefined],
  ],
])('%j votes: shares and outcome', (counts, shares, outcomes) => {
  const options = optionsOf(...counts);
  expect(options.map((option) => shareOf(option, options))).toEqual(shares);
  expect(options.map((option) => outcomeOf(option, options))).toEqual(outcomes);
});

test.each([
  [-5_000, 'Less than a minute left'],
  [59_999, 'Less than a minute left'],
  [60_000, '1 minute left'],
  [89_999, '1 minute left'],
  [59 * 60_000, '59 minutes left'],
  // One of an hour, a day or a week has that right after it began.
  [3_599_999, '1 hour left'],
  [2 * 3_600_000 - 60_000, '1 hour left'],
  [86_400_000 - 3_600_000, '23 hours left'],
  [86_400_000 - 600_000, '1 day left'],
  [2.5 * 86_400_000, '2 days left'],
  [7 * 86_400_000 - 60_000, '7 days left'],
])('%i ms before its end, a poll has: %s', (left, text) => {
  const now = new Date('2026-06-01T10:00:00.000Z');
  expect(timeLeft(new Date(now.getTime() + left), now)).toBe(text);
});
