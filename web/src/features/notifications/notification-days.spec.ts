import { expect, test } from '@jest/globals';
import { dayName } from './notification-days.ts';

const now = new Date(2026, 5, 10, 0, 30);

test.each([
  ['a minute ago, today', new Date(2026, 5, 10, 0, 29), 'Today'],
  ['by a clock that is ahead', new Date(2026, 5, 10, 0, 31), 'Today'],
  ['an hour ago, before midnight', new Date(2026, 5, 9, 23, 30), 'Yesterday'],
  ['two days ago', new Date(2026, 5, 8, 12), 'Monday'],
  ['six days ago', new Date(2026, 5, 4, 12), 'Thursday'],
  ['a week ago', new Date(2026, 5, 3, 12), 'June 3, 2026'],
])('%s is %s', (_what, at, name) => {
  expect(dayName(at, now)).toBe(name);
});
