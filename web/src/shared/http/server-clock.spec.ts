import { afterEach, expect, jest, test } from '@jest/globals';
import { noteServerTime, serverNow } from './server-clock.ts';

const at = Date.parse('2026-05-01T12:00:00Z');
const header = (secondsAhead: number) => new Date(at + secondsAhead * 1_000).toUTCString();

jest.useFakeTimers({ now: at });
afterEach(() => {
  noteServerTime(header(0));
});

test.each([180, -180])('a browser whose clock differs by %i seconds shows the server’s time', (seconds) => {
  noteServerTime(header(seconds));
  expect(serverNow() - at).toBe(seconds * 1_000);
});

test('what the way of a reply and whole seconds explain changes nothing', () => {
  noteServerTime(header(-3));
  expect(serverNow()).toBe(at);
  noteServerTime(header(180));
  noteServerTime(header(178));
  expect(serverNow() - at).toBe(180_000);
});

test('a clock that was set right is followed again', () => {
  noteServerTime(header(180));
  noteServerTime(header(0));
  expect(serverNow()).toBe(at);
});

test.each([null, '', 'soon'])('a reply without a time (%p) changes nothing', (date) => {
  noteServerTime(header(180));
  noteServerTime(date);
  expect(serverNow() - at).toBe(180_000);
});
