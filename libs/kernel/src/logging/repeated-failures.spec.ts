import { expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { RepeatedFailures } from './repeated-failures.ts';

it('a failure of one kind is logged once per second, with the number suppressed', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  let now = 0;
  const failures = new RepeatedFailures(createLogger('test', {}, destination), () => now);
  const full = Object.assign(new Error('no space left on device'), { code: '53100' });
  for (; now < 2_500; now += 10) failures.warn(full, 'not written');
  failures.warn(new Error('away'), 'not written');
  failures.warn(full, 'not read');
  expect(lines.map(({ message, leftOut }) => [message, leftOut])).toEqual([
    ['not written', undefined],
    ['not written', 99],
    ['not written', 99],
    ['not written', undefined],
    ['not read', undefined],
  ]);
});
