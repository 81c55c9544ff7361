import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { noteServerTime } from '../../../shared/http/server-clock.ts';
import { useTimeToMove } from './time-left.ts';

const at = Date.parse('2026-05-01T12:00:00Z');
const header = (milliseconds: number) => new Date(milliseconds).toUTCString();

beforeEach(() => {
  jest.useFakeTimers({ now: at });
});
afterEach(() => {
  noteServerTime(header(at));
  jest.useRealTimers();
});

test.each([-180_000, 180_000])('a clock that differs by %i ms changes nothing of the time to move', (ahead) => {
  noteServerTime(header(at + ahead));
  const updatedAt = new Date(at + ahead - 60_000).toISOString();
  const { result } = renderHook(() => useTimeToMove({ updatedAt }));
  expect(result.current).toBe(9 * 60_000);
});
