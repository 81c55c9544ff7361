import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AccessTokens } from './access-tokens.ts';
import { BrowserTokens } from './browser-tokens.ts';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const browsers = new BrowserTokens([newKey, oldKey]);

/** The parts of a session that its token is made of. */
const session = {
  user: { _id: 'user-1', username: 'Ann' },
  sessionId: 'session-1',
  authenticatedAt: '2026-01-05T09:03:07.000Z',
} as Parameters<AccessTokens['sign']>[0];

afterEach(() => {
  jest.useRealTimers();
});

describe('the token of a browser', () => {
  it('has an id of 128 bits, which stays when accounts are added', () => {
    const first = browsers.next(null, 'Ann');
    const id = browsers.browserKnownTo(first, 'ANN');
    expect(Buffer.from(id ?? '', 'base64url')).toHaveLength(16);
    const second = browsers.next(first, 'Bob');
    expect(['ann', 'bob', 'cay'].map((name) => browsers.browserKnownTo(second, name))).toEqual([id, id, null]);
    expect(browsers.browserKnownTo(browsers.next(null, 'Ann'), 'Ann')).not.toBe(id);
  });

  it('reveals no names', () => {
    const [, claims = ''] = browsers.next(null, 'Ann').split('.');
    expect(Buffer.from(claims, 'base64url').toString().toLowerCase()).not.toContain('"ann');
  });

  it('keeps five accounts, the latest ones', () => {
    let token: string | null = null;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) token = browsers.next(token, name);
    expect([browsers.browserKnownTo(token, 'a'), browsers.browserKnownTo(token, 'b')]).toEqual([
      null,
      expect.any(String),
    ]);
  });

  it('is not accepted as a session, nor a session’s token as a browser, though one key signs both', () => {
    const sessions = new AccessTokens([newKey]);
    expect(() => sessions.verify(browsers.next(null, 'Ann'))).toThrow(
      expect.objectContaining({ code: 'session.missing' }),
    );
    expect(browsers.browserKnownTo(sessions.sign(session), 'Ann')).toBeNull();
  });

  it('is also valid with the old key while keys are rotated, and with no other', () => {
    const before = new BrowserTokens([oldKey]).next(null, 'Ann');
    expect(browsers.browserKnownTo(before, 'Ann')).not.toBeNull();
    expect(new BrowserTokens([newKey]).browserKnownTo(before, 'Ann')).toBeNull();
    expect(browsers.browserKnownTo('x.y.z', 'Ann')).toBeNull();
  });

  it('expires after half a year', () => {
    jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00.000Z') });
    const token = browsers.next(null, 'Ann');
    jest.setSystemTime(Date.parse('2026-07-04T08:59:59.000Z'));
    expect(browsers.browserKnownTo(token, 'Ann')).not.toBeNull();
    jest.setSystemTime(Date.parse('2026-07-04T09:00:01.000Z'));
    expect(browsers.browserKnownTo(token, 'Ann')).toBeNull();
  });
});
