import { describe, expect, test } from '@jest/globals';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  test('[S-3] are hashed by argon2id at the cost of the security design, with a salt', async () => {
    const passwords = new Passwords();
    const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await passwords.matches(one, 'secret')).toBe(true);
    expect(await passwords.matches(one, 'Secret')).toBe(false);
  });

  test('[S-3] of nobody match nothing, and take as long to find out', async () => {
    const passwords = new Passwords();
    const known = await passwords.hash('secret');
    const [real, missing]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round++) {
      for (const [hash, times] of [
        [known, real],
        [undefined, missing],
      ] as const) {
        const before = process.cpuUsage();
        expect(await passwords.matches(hash, 'wrong')).toBe(false);
        times.push(process.cpuUsage(before).user);
      }
    }
    const ratio = median(missing) / median(real);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('more than two at once and fifty waiting are refused, and the others are served', async () => {
    const passwords = new Passwords();
    const results = await Promise.allSettled(Array.from({ length: 55 }, () => passwords.hash('secret')));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ code: 'service.unavailable' });
    await expect(passwords.hash('secret')).resolves.toMatch(/^\$argon2id\$/);
  });
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
