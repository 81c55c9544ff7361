import { describe, expect, test } from '@jest/globals';
import { relativeTime } from './relative-time.ts';

const now = new Date(2026, 5, 15, 12, 0, 0);

function secondsBefore(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

describe('[LI-5] relative time', () => {
  test.each([
    [0, '0 seconds ago'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [120, '2 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [7_200, '2 hours ago'],
    [86_399, '23 hours ago'],
  ])('%d seconds ago reads %s', (seconds, text) => {
    expect(relativeTime(secondsBefore(seconds), now)).toBe(text);
  });

  test('[Q-13] a date of this year has day and time, in the viewer’s time zone', () => {
    expect(relativeTime(new Date(2026, 0, 5, 9, 3, 7), now)).toBe('Jan 05 at 09:03:07');
  });

  test('after a day, hours are no longer used', () => {
    expect(relativeTime(secondsBefore(86_400), now)).toBe('Jun 14 at 12:00:00');
  });

  test('[X] after about a year, the year is included', () => {
    expect(relativeTime(new Date(2025, 0, 5, 9, 3, 7), now)).toBe('Jan 05, 2025 at 09:03:07');
    expect(relativeTime(secondsBefore(365 * 86_400 - 1), now)).toBe('Jun 15 at 12:00:01');
  });

  test('[Q-13] a clock that is ahead never produces a negative number', () => {
    expect(relativeTime(secondsBefore(-500), now)).toBe('0 seconds ago');
  });
});
