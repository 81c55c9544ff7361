import { beforeEach, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { RepeatedFailures } from './repeated-failures.ts';

const full = Object.assign(new Error('no space left on device'), { code: '53100' });

let lines: Record<string, unknown>[];
let now: number;
let failures: RepeatedFailures;
beforeEach(() => {
  lines = [];
  now = 0;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  failures = new RepeatedFailures(createLogger('test', {}, destination), () => now);
});

it('a failure of one kind is logged after a second, then ever more rarely, with the number suppressed', () => {
  const loggedAt: number[] = [];
  for (; now <= 200_000; now += 500) {
    const before = lines.length;
    failures.warn(full, 'not written');
    if (lines.length > before) loggedAt.push(now / 1_000);
  }
  expect(loggedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  expect(lines.map(({ leftOut }) => leftOut)).toEqual([undefined, 1, 3, 7, 15, 31, 63, 119, 119]);
});

it('each kind is logged by itself, with its fields', () => {
  failures.warn(full, 'not written', { due: 'a' });
  failures.warn(full, 'not written', { due: 'b' });
  failures.warn(new Error('away'), 'not written');
  failures.warn(full, 'not read');
  expect(lines.map(({ message, due }) => [message, due])).toEqual([
    ['not written', 'a'],
    ['not written', undefined],
    ['not read', undefined],
  ]);
});

it('after a quiet minute it begins anew', () => {
  for (const at of [0, 1_000, 1_500, 61_400, 121_400, 122_400]) {
    now = at;
    failures.warn(full, 'not written');
  }
  // The one at 61.4 s came within a minute of the one before, and that at 121.4 s did not.
  expect(lines.map(({ leftOut }) => leftOut)).toEqual([undefined, undefined, 1, undefined, undefined]);
});
