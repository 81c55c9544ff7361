import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { AccessTokens } from './access-tokens.ts';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const tokens = new AccessTokens([newKey, oldKey]);

const grant: SessionGrant = {
  user: {
    _id: 'user-1',
    username: 'Ann',
    dateJoined: '2026-01-05T09:03:07.000Z',
    biography: '',
    followers: [],
    following: [],
    isFollowed: false,
    followerCount: 0,
    followingCount: 0,
    picture: null,
    followVisibility: true,
    isGoogleUser: false,
  },
  sessionId: 'session-1',
  refreshToken: 'secret',
  authenticatedAt: '2026-01-05T09:03:07.000Z',
  refreshExpiresAt: '2026-01-12T09:03:07.000Z',
};

const good = tokens.sign(grant);
const [head = '', body = '', signature = ''] = good.split('.');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
const claims = read(body);
const header = read(head);
const signed = (kept: object, by: Buffer, named: object = header) => {
  const start = `${part(named)}.${part(kept)}`;
  return `${start}.${createHmac('sha256', by).update(start).digest('base64url')}`;
};

describe('an access token', () => {
  it('says who is signed in, for a quarter of an hour', () => {
    const session = tokens.verify(good);
    expect(session).toMatchObject({
      id: 'session-1',
      user: { id: 'user-1', name: 'Ann' },
      authenticatedAt: 1_767_603_787,
    });
    expect(session.expiresAt).toBe(Number(claims['iat']) + 900);
  });

  it('contains nothing else', () => {
    expect(Object.keys(claims).sort()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'name', 'sid', 'sub']);
  });

  it('is also valid with the old key while keys are rotated', () => {
    const before = new AccessTokens([oldKey]).sign(grant);
    expect(tokens.verify(before).id).toBe('session-1');
    expect(() => new AccessTokens([newKey]).verify(before)).toThrow(
      expect.objectContaining({ code: 'session.missing' }),
    );
  });

  it('made by this test is valid, so that the ones below fail for their own reasons', () => {
    expect(tokens.verify(signed(claims, newKey)).id).toBe('session-1');
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rs256 = `${part({ ...header, alg: 'RS256' })}.${body}`;
  const { sub: _sub, ...noSubject } = claims;
  it.each([
    ['empty', ''],
    ['no token', 'nonsense'],
    ['three dots', '...'],
    ['changed', `${head}.${part({ ...claims, name: 'Bob' })}.${signature}`],
    ['without a signature', `${head}.${body}.`],
    ['without an algorithm', `${part({ ...header, alg: 'none' })}.${body}.`],
    [
      'by another algorithm with the same key',
      `${part({ ...header, alg: 'HS512' })}.${body}.${createHmac('sha512', newKey)
        .update(`${part({ ...header, alg: 'HS512' })}.${body}`)
        .digest('base64url')}`,
    ],
    ['by an asymmetric algorithm', `${rs256}.${sign('sha256', Buffer.from(rs256), privateKey).toString('base64url')}`],
    ['by a stranger’s key under our key id', signed(claims, Buffer.alloc(32, 9))],
    ['with an unknown key id', signed(claims, newKey, { ...header, kid: 'other' })],
    ['without a key id', signed(claims, newKey, { alg: 'HS256', typ: 'JWT' })],
    ['expired', signed({ ...claims, exp: 1_000_000_000 }, newKey)],
    ['of another issuer', signed({ ...claims, iss: 'other' }, newKey)],
    ['for another audience', signed({ ...claims, aud: 'other' }, newKey)],
    ['without a subject', signed(noSubject, newKey)],
    ['with a number for a name', signed({ ...claims, name: 5 }, newKey)],
  ])('%s is refused', (_, token) => {
    expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ code: 'session.missing' }));
  });

  it('is not signed with a short key', () => {
    expect(() => new AccessTokens([Buffer.alloc(16)])).toThrow('32 bytes');
    expect(() => new AccessTokens([])).toThrow('32 bytes');
  });

  it('is an ordinary JWT', () => {
    expect(new JwtService({}).decode(good)).toMatchObject({ iss: 'parlour', aud: 'parlour', sid: 'session-1' });
  });
});
