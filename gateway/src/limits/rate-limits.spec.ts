import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type LimitKind, RateLimits } from './rate-limits.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00.000Z') });
});

afterEach(() => {
  jest.useRealTimers();
});

/** How often it passes before it is refused, up to `most`. */
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
  ['login', 60],
  ['google', 120],
  ['signup', 60],
  ['question', 10],
  ['answer', 20],
  ['comment', 20],
  ['vote', 60],
  ['message', 20],
  ['account', 10],
  ['chat', 30],
  ['game', 20],
  ['withdrawal', 20],
  ['seat', 60],
  ['move', 20],
  ['search', 120],
  ['history', 30],
  ['complete', 120],
  ['found', 200],
  ['community', 5],
  ['poll', 10],
  ['request', 90],
] as const)('strict: %s passes %i times at once', async (kind, times) => {
  expect(await passes(new RateLimits('strict'), kind, 200)).toBe(times);
});

it('refills: one question every fifteen seconds', async () => {
  const limits = new RateLimits('strict');
  await passes(limits, 'question', 20);
  jest.advanceTimersByTime(15_001);
  expect(await passes(limits, 'question', 20)).toBe(1);
});

it.each([
  ['move', 'Too many requests. Please try again in 1 second.'],
  ['question', 'Too many requests. Please try again in 15 seconds.'],
  ['vote', 'Too many requests. Please try again in 1 minute.'],
  ['game', 'Too many requests. Please try again in 1 hour.'],
  ['community', 'Too many requests. Please try again in 24 hours.'],
] as const)('says how long to wait: for a %s %p', async (kind, text) => {
  const limits = new RateLimits('strict');
  await passes(limits, kind, 100);
  await expect(limits.take(kind, 'ann')).rejects.toMatchObject({ message: text });
});

it('reports the longest of two waits, not the first', async () => {
  const limits = new RateLimits('strict');
  // Sixty in each of two minutes use up both: 120 an hour and sixty a minute.
  for (let minute = 0; minute < 2; minute++) {
    if (minute > 0) jest.advanceTimersByTime(60_001);
    expect(await passes(limits, 'login', 60)).toBe(60);
  }
  await expect(limits.take('login', 'ann')).rejects.toMatchObject({
    message: 'Too many requests. Please try again in 59 minutes.',
    retryAfterSeconds: 3_540,
  });
});

it('counts each person separately', async () => {
  const limits = new RateLimits('strict');
  await passes(limits, 'login', 61);
  await expect(limits.take('login', 'bob')).resolves.toBeUndefined();
});

it('generous: the limits exist, a thousand times as high', async () => {
  expect(await passes(new RateLimits('generous'), 'game', 21_000)).toBe(20_000);
});

it('[BM-31] change while it runs', async () => {
  const limits = new RateLimits('generous');
  expect([await passes(limits, 'game', 50), limits.sockets.perUser]).toEqual([50, 100]);
  limits.use('strict');
  expect([await passes(limits, 'game', 50), limits.sockets.perUser]).toEqual([20, 10]);
  // Told again, it counts on.
  limits.use('strict');
  expect(await passes(limits, 'game', 50)).toBe(0);
  limits.use('generous');
  expect(await passes(limits, 'game', 50)).toBe(50);
});

/** The wait after each of several wrong guesses without a pause, 0 for none. */
async function guessWrong(limits: RateLimits, key: string): Promise<number> {
  return limits.countGuess(key).then(
    () => 0,
    (refused: { retryAfterSeconds: number }) => refused.retryAfterSeconds,
  );
}

it('delays guesses longer each time', async () => {
  const limits = new RateLimits('strict');
  const waits: number[] = [];
  for (let guess = 0; guess < 9; guess++) {
    const seconds = await guessWrong(limits, 'ann');
    waits.push(seconds);
    jest.advanceTimersByTime(seconds * 1_000);
    if (seconds > 0) expect(await guessWrong(limits, 'ann')).toBe(0);
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8]);
  expect(await guessWrong(limits, 'bob')).toBe(0);
});

it('allows no more guesses when they arrive at once', async () => {
  const limits = new RateLimits('strict');
  const waits = await Promise.all(Array.from({ length: 45 }, () => guessWrong(limits, 'ann')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
  // Refused guesses do not extend the wait.
  jest.advanceTimersByTime(1_000);
  const later = await Promise.all(Array.from({ length: 45 }, () => guessWrong(limits, 'ann')));
  expect(later.filter((seconds) => seconds === 0)).toHaveLength(1);
  expect(Math.max(...later)).toBe(2);
});

it('never delays for more than five minutes', async () => {
  const limits = new RateLimits('strict');
  let longest = 0;
  for (let guess = 0; guess < 40; guess++) {
    const seconds = await guessWrong(limits, 'ann');
    longest = Math.max(longest, seconds);
    jest.advanceTimersByTime(seconds * 1_000);
  }
  expect(longest).toBe(300);
});

it('allows twenty-four guesses an hour, however many are tried', async () => {
  const limits = new RateLimits('strict');
  let through = 0;
  for (let second = 0; second < 3_600; second++) {
    for (let guess = 0; guess < 2; guess++) if ((await guessWrong(limits, 'ann')) === 0) through += 1;
    jest.advanceTimersByTime(1_000);
  }
  expect(through).toBe(24);
});

it('starts anew after the right password', async () => {
  const limits = new RateLimits('strict');
  for (let guess = 0; guess < 4; guess++) await limits.countGuess('ann');
  await (await limits.countGuess('ann')).right();
  for (let guess = 0; guess < 5; guess++) expect(await guessWrong(limits, 'ann')).toBe(0);
});

it('takes back only a guess that was neither right nor wrong', async () => {
  const limits = new RateLimits('strict');
  for (let guess = 0; guess < 4; guess++) await limits.countGuess('ann');
  for (let guess = 0; guess < 3; guess++) await (await limits.countGuess('ann')).takeBack();
  expect(await guessWrong(limits, 'ann')).toBe(0);
  expect(await guessWrong(limits, 'ann')).toBe(1);
});
