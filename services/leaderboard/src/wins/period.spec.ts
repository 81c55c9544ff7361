import { expect, test } from '@jest/globals';
import { boardOf } from './period.ts';

test.each([
  ['2026-03-02T00:00:00.000Z', 'all 2026-03', 'all 2026-03-02'],
  ['2026-03-08T23:59:59.999Z', 'all 2026-03', 'all 2026-03-02'],
  ['2026-03-09T00:00:00.000Z', 'all 2026-03', 'all 2026-03-09'],
  ['2026-03-31T23:59:59.999Z', 'all 2026-03', 'all 2026-03-30'],
  ['2026-04-01T00:00:00.000Z', 'all 2026-04', 'all 2026-03-30'],
  ['2027-01-01T12:00:00.000Z', 'all 2027-01', 'all 2026-12-28'],
])('[L-4] %s is in a month, and in a week that begins on Monday', (at, month, week) => {
  expect([boardOf('all', 'month', new Date(at)), boardOf('all', 'week', new Date(at))]).toEqual([month, week]);
});
