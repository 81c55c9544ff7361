import { describe, expect, test } from '@jest/globals';
import { checkUsername, lengthOf } from '@parlour/contracts/text/checks';
import { nameOf } from './google-names.ts';

const seven = (): number => 777;

describe('[S-4] the name made from an address', () => {
  test.each([
    ['ann.sea@example.org', 'ann.sea'],
    ['Ann+sea@example.org', 'Ann+sea'],
    ['a/b\\c?d#e%f@example.org', 'abcdef'],
    ['"odd @ name"@example.org', '"odd @ name"'],
    ['ann\u0000\u202e\u200b@example.org', 'ann'],
    ['"ann\ufe0f  \u3164b"@example.org', '"ann b"'],
    ['..@example.org', 'user'],
    ['%@example.org', 'user'],
    ['ＡＮＮ／b@example.org', 'ANNb'],
    ['x'.repeat(64) + '@example.org', 'x'.repeat(40)],
    ['🐚'.repeat(50) + '@example.org', '🐚'.repeat(40)],
  ])('%j', (email, name) => {
    expect(nameOf(email, 1, seven)).toBe(name);
    expect(checkUsername(name)).toBeUndefined();
  });

  test('gets a number if it is taken, within the length limit', () => {
    expect(nameOf('ann@example.org', 2, seven)).toBe('ann2');
    expect(nameOf('ann@example.org', 50, seven)).toBe('ann50');
    expect(nameOf('ann@example.org', 51, seven)).toBe('ann777');
    const long = nameOf(`${'x'.repeat(64)}@example.org`, 12, seven);
    expect(long).toBe(`${'x'.repeat(38)}12`);
    expect(lengthOf(long)).toBe(40);
  });

  test('becomes another if it is reserved', () => {
    const isReserved = (name: string): boolean => name === 'computer';
    expect(nameOf('computer@example.org', 1, seven, isReserved)).toBe('user');
    expect(nameOf('computer@example.org', 2, seven, isReserved)).toBe('user2');
  });
});
