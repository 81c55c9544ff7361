import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  test('[S-3] are hashed by argon2id at the cost of docs/design/security.md, with a salt', async () => {
    const passwords = new Passwords();
    const [one, other] = await Promise.all([passwords.hash('secret', 'ann'), passwords.hash('secret', 'ann')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await passwords.matches(one, 'secret', 'ann')).toBe(true);
    expect(await passwords.matches(one, 'Secret', 'ann')).toBe(false);
  });

  test('[S-3] of unknown names never match, and are compared with a hash of the same cost', async () => {
    const passwords = new Passwords();
    const known = await passwords.hash('secret', 'ann');
    // The algorithm, its version and its cost, and how long salt and hash are.
    const costOf = (hashed: string) => hashed.split('$').map((part, place) => (place < 4 ? part : part.length));
    expect(costOf(passwords['nobodys'])).toEqual(costOf(known));
    expect(await passwords.matches(undefined, 'secret', 'ann')).toBe(false);
    Object.assign(passwords, { nobodys: known });
    expect(await passwords.matches(undefined, 'secret', 'ann')).toBe(true);
  });

  test('[O-15] forty people who sign up in the same second all wait, also from one address', async () => {
    const passwords = new Passwords();
    const hashed = await Promise.all(Array.from({ length: 40 }, () => passwords.hashOfNewcomer('secret', 'a school')));
    expect(new Set(hashed).size).toBe(40);
  });

  test('[O-15] two at once are handled, sign-ins first; what would wait for over ten seconds is refused', async () => {
    const passwords = new Passwords();
    const began: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // The work here is no hashing, which would take seconds: of each, only when it begins is seen.
    const line = passwords['line'];
    const take = line.take.bind(line);
    line.take = (turn, work) => take(turn, () => (began.push(turn.of), held.then(() => work)) as never);
    const newcomers = Array.from({ length: 450 }, (_, place) => passwords.hashOfNewcomer('secret', `${place}`));
    const outcomes = Promise.allSettled(newcomers);
    const logins = [passwords.matches(undefined, 'secret', 'ann'), passwords.hash('secret', 'ben')];
    expect(began).toEqual(['0', '1']);
    release();
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    // Each takes 50 ms as far as is known.
    expect(refused).toHaveLength(450 - 2 - 400);
    await Promise.all(logins);
    expect(began.slice(0, 5)).toEqual(['0', '1', 'ann', 'ben', '2']);
  });

  const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];

  test('match in any Unicode normalization', async () => {
    const passwords = new Passwords();
    for (const chosen of [composed, apart]) {
      const hashed = await passwords.hash(chosen, 'ann');
      for (const typed of [composed, apart]) expect(await passwords.matches(hashed, typed, 'ann')).toBe(true);
      expect(await passwords.matches(hashed, 'cafe', 'ann')).toBe(false);
    }
  });

  test('match older hashes, which are of what was typed', async () => {
    const passwords = new Passwords();
    for (const chosen of [composed, apart]) {
      const hashed = await hash(chosen, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      for (const typed of [composed, apart]) expect(await passwords.matches(hashed, typed, 'ann')).toBe(true);
    }
  });
});
