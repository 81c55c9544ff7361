import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { noteServerTime } from '../../../shared/http/server-clock.ts';
import { RelativeTime } from './relative-time.tsx';

const now = Date.parse('2026-05-03T12:00:00Z');

afterEach(() => {
  noteServerTime(new Date().toUTCString());
  jest.useRealTimers();
});

test.each([2, -2])('a time is told by the server’s clock if the browser’s differs by %i days', (days) => {
  jest.useFakeTimers({ now: now + days * 86_400_000 });
  noteServerTime(new Date(now).toUTCString());
  render(<RelativeTime at={new Date(now - 5 * 60_000).toISOString()} />);
  expect(screen.getByText('5 minutes ago')).toBeVisible();
});
