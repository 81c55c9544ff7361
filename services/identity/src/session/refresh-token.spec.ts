import { describe, expect, test } from '@jest/globals';
import {
  formatRefreshToken,
  hashOf,
  newRefreshToken,
  newRotationKey,
  parseRefreshToken,
  successorOf,
} from './refresh-token.ts';

describe('refresh tokens', () => {
  test('are parsed as they were written', () => {
    const token = newRefreshToken();
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
    expect(token.secret).toHaveLength(32);
  });

  test('are random in each of their 384 bits, and none comes twice', () => {
    const tokens = Array.from({ length: 200 }, () => formatRefreshToken(newRefreshToken()));
    expect(new Set(tokens).size).toBe(200);
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    const valuesOf = (bit: number) => new Set(bytes.map((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1));
    const constant = Array.from({ length: 384 }, (_, bit) => bit).filter((bit) => valuesOf(bit).size < 2);
    expect([bytes[0]?.length, constant]).toEqual([48, []]);
  });

  test.each(['', 'x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}=`, `${'a'.repeat(63)}\0`, 'ä'.repeat(64)])(
    '%j is invalid',
    (text) => {
      expect(parseRefreshToken(text)).toBeUndefined();
    },
  );

  test('have one successor per key, of the same family', () => {
    const [token, key] = [newRefreshToken(), newRotationKey()];
    const next = successorOf(token, key);
    expect(successorOf(token, key)).toEqual(next);
    expect(next.family).toEqual(token.family);
    expect(next.secret).toHaveLength(32);
    expect(next.secret).not.toEqual(token.secret);
    expect(successorOf(token, newRotationKey()).secret).not.toEqual(next.secret);
    expect(successorOf(newRefreshToken(), key).secret).not.toEqual(next.secret);
  });

  test('are stored as SHA-256 hashes', () => {
    expect(hashOf(Buffer.from('abc'))).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'); // FIPS 180-2, appendix B.1
  });
});
