import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type LimitKind, RateLimits } from './rate-limits.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00.000Z') });
});

afterEach(() => {
  jest.useRealTimers();
});

/** How often something passes before it is refused, up to `most`. */
async function passes(limits: RateLimits, kind: LimitKind, most: number): Promise<number> {
  for (let count = 0; count < most; count++) {
    try {
      await limits.take(kind, 'ann');
    } catch (refused) {
      expect(refused).toMatchObject({ code: 'limit.reached', retryAfterSeconds: expect.any(Number) });
      return count;
    }
  }
  return most;
}

it.each([
  ['login', 6],
  ['signup', 100],
  ['question', 10],
  ['answer', 20],
  ['game', 20],
  ['seat', 60],
  ['move', 20],
  ['search', 30],
  ['community', 5],
  ['poll', 10],
  ['request', 90],
] as const)('strict: %s passes %i times at once', async (kind, times) => {
  expect(await passes(new RateLimits('strict'), kind, 200)).toBe(times);
});

it('fills up again: one question each fifteen seconds', async () => {
  const limits = new RateLimits('strict');
  await passes(limits, 'question', 20);
  jest.advanceTimersByTime(15_001);
  expect(await passes(limits, 'question', 20)).toBe(1);
});

it('counts each person by himself', async () => {
  const limits = new RateLimits('strict');
  await passes(limits, 'login', 10);
  await expect(limits.take('login', 'bob')).resolves.toBeUndefined();
});

it('generous: the limits are there, a thousand times as far away', async () => {
  expect(await passes(new RateLimits('generous'), 'login', 7_000)).toBe(6_000);
});

it('makes who guesses at an account wait longer each time', async () => {
  const limits = new RateLimits('strict');
  const waits: unknown[] = [];
  for (let guess = 0; guess < 8; guess++) {
    await limits.countFailure('ann');
    waits.push(
      await limits.checkAccount('ann').catch((refused: { retryAfterSeconds: number }) => refused.retryAfterSeconds),
    );
  }
  expect(waits).toEqual([undefined, undefined, undefined, undefined, 1, 2, 4, 8]);
  await expect(limits.checkAccount('bob')).resolves.toBeUndefined();
});

it('never waits longer than five minutes', async () => {
  const limits = new RateLimits('strict');
  for (let guess = 0; guess < 60; guess++) await limits.countFailure('ann');
  await expect(limits.checkAccount('ann')).rejects.toMatchObject({ retryAfterSeconds: 300 });
});

it('starts anew after the right password', async () => {
  const limits = new RateLimits('strict');
  for (let guess = 0; guess < 4; guess++) await limits.countFailure('ann');
  await limits.forgetFailures('ann');
  for (let guess = 0; guess < 4; guess++) await limits.countFailure('ann');
  await expect(limits.checkAccount('ann')).resolves.toBeUndefined();
});
