import { expect, it } from '@jest/globals';
import type { Session } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

const session = (expiresAt: number): Session => ({
  id: `until ${expiresAt}`,
  user: { id: 'a', name: 'Ann' },
  authenticatedAt: 0,
  expiresAt,
});

it('a verified token is known until the second in which it expires', () => {
  let now = 0;
  const tokens = new VerifiedTokens(() => now);
  tokens.add('token', session(900));
  expect(tokens.sessionOf('token')).toEqual(session(900));
  expect(tokens.sessionOf('another')).toBeUndefined();
  now = 899_999;
  expect(tokens.sessionOf('token')).toEqual(session(900));
  now = 900_000;
  expect(tokens.sessionOf('token')).toBeUndefined();
});

it('ten thousand are known at most, the latest', () => {
  const tokens = new VerifiedTokens(() => 0);
  for (let number = 0; number < 10_001; number++) tokens.add(`token ${number}`, session(900));
  expect(tokens.sessionOf('token 0')).toBeUndefined();
  expect(tokens.sessionOf('token 1')).toBeDefined();
  expect(tokens.sessionOf('token 10000')).toBeDefined();
});
