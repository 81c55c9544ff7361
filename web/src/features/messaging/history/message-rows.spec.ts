import { expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { aboveOf, firstAfter, firstUnread } from './message-rows.ts';
import { clockOf, dayName, shortTime } from './message-times.ts';

/** A message at a local time. */
function at(time: string, msgFrom = 'ben', _id = `${msgFrom} ${time}`): MessageWire {
  return { _id, msg: 'x', msgFrom, msgDateTime: new Date(time).toISOString(), notice: null, ...unedited };
}

test('messages of one person within five minutes share one name; a new day or the first unread one does not', () => {
  const first = at('2026-06-01 10:00');
  const above = (next: MessageWire, isFirstUnread = false) => aboveOf(next, first, isFirstUnread);
  expect(aboveOf(first, undefined)).toEqual({ day: 'Mon Jun 01 2026', isFirstUnread: false, follows: false });
  expect(above(at('2026-06-01 10:04'))).toEqual({ day: undefined, isFirstUnread: false, follows: true });
  expect(above(at('2026-06-01 10:05')).follows).toBe(false);
  expect(above(at('2026-06-01 10:01', 'cay')).follows).toBe(false);
  expect(above(at('2026-06-01 10:01'), true)).toEqual({ day: undefined, isFirstUnread: true, follows: false });
  expect(aboveOf(at('2026-06-02 00:01'), at('2026-06-01 23:59'))).toMatchObject({
    day: 'Tue Jun 02 2026',
    follows: false,
  });
});

test('days are named from today; times are short', () => {
  const today = new Date('2026-06-02 12:00').toDateString();
  expect(dayName('Tue Jun 02 2026', today)).toBe('Today');
  expect(dayName('Mon Jun 01 2026', today)).toBe('Yesterday');
  expect(dayName('Sun May 31 2026', today)).toBe('Sunday, May 31');
  expect(dayName('Wed Dec 31 2025', today)).toBe('Wednesday, December 31, 2025');
  const short = (time: string) => shortTime(at(time).msgDateTime, today);
  expect(short('2026-06-02 09:05')).toBe('09:05');
  expect(short('2026-06-01 09:05')).toBe('Yesterday');
  expect(short('2026-05-31 09:05')).toBe('May 31');
  expect(short('2025-05-31 09:05')).toBe('May 31, 2025');
  expect(clockOf(at('2026-06-02 00:07').msgDateTime)).toBe('00:07');
});

test('the first unread message is one of others', () => {
  const said = ['a', 'b', 'c', 'd'].map((id) => at('2026-06-01 10:00', id === 'c' ? 'ann' : 'ben', id));
  expect(firstUnread(said, 'ann', 0)).toBeUndefined();
  expect(firstUnread(said, 'ann', 2)).toBe('b');
  expect(firstUnread(said, 'ann', 9)).toBe('a');
  expect(firstAfter(said, 'ann', 'b')).toBe('d');
  expect(firstAfter(said, 'ann', 'd')).toBeUndefined();
  expect(firstAfter(said, 'ann', 'gone')).toBeUndefined();
});
