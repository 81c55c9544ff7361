import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  test('[S-3] are hashed by argon2id at the cost of docs/design/security.md, with a salt', async () => {
    const passwords = new Passwords();
    const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await passwords.matches(one, 'secret')).toBe(true);
    expect(await passwords.matches(one, 'Secret')).toBe(false);
  });

  test('[S-3] of unknown names never match, and are compared with a hash of the same cost', async () => {
    const passwords = new Passwords();
    const known = await passwords.hash('secret');
    // The algorithm, its version and its cost, and how long salt and hash are.
    const costOf = (hashed: string) => hashed.split('$').map((part, place) => (place < 4 ? part : part.length));
    expect(costOf(passwords['nobodys'])).toEqual(costOf(known));
    expect(await passwords.matches(undefined, 'secret')).toBe(false);
    Object.assign(passwords, { nobodys: known });
    expect(await passwords.matches(undefined, 'secret')).toBe(true);
  });

  test('beyond two at once and fifty waiting are refused, and the others are handled', async () => {
    const passwords = new Passwords();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // The work here is no hashing, which would take seconds.
    const others = Array.from({ length: 51 }, () => passwords['limiter'].take(() => held));
    const last = passwords.hash('secret');
    await expect(passwords.hash('secret')).rejects.toMatchObject({ code: 'service.unavailable' });
    await expect(passwords.matches(undefined, 'secret')).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(passwords['limiter']['running']).toBe(2);
    release();
    await expect(last).resolves.toMatch(/^\$argon2id\$/);
    await Promise.all(others);
  });

  test('of sign-ups leave places for sign-ins', async () => {
    const passwords = new Passwords();
    const known = await passwords.hash('secret');
    const newcomers = Array.from({ length: 85 }, () => passwords.hashOfNewcomer('secret'));
    const logins = Array.from({ length: 20 }, () => passwords.matches(known, 'secret'));
    const refused = (await Promise.allSettled(newcomers)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(85 - 2 - 25);
    expect(await Promise.all(logins)).toEqual(Array.from({ length: 20 }, () => true));
  });

  const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];

  test('match in any Unicode normalization', async () => {
    const passwords = new Passwords();
    for (const chosen of [composed, apart]) {
      const hashed = await passwords.hash(chosen);
      for (const typed of [composed, apart]) expect(await passwords.matches(hashed, typed)).toBe(true);
      expect(await passwords.matches(hashed, 'cafe')).toBe(false);
    }
  });

  test('match older hashes, which are of what was typed', async () => {
    const passwords = new Passwords();
    for (const chosen of [composed, apart]) {
      const hashed = await hash(chosen, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      for (const typed of [composed, apart]) expect(await passwords.matches(hashed, typed)).toBe(true);
    }
  });
});
