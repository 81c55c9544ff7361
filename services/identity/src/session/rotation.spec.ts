import { describe, expect, test } from '@jest/globals';
import { expiryOf, judge, type SessionFacts, type Verdict } from './rotation.ts';

const day = 24 * 60 * 60 * 1_000;
const fresh: SessionFacts = {
  createdAt: 0,
  lastUsedAt: 0,
  ended: false,
  refreshHash: 'third',
  previousHash: 'second',
  rotatedAt: 0,
};

describe('a refresh token', () => {
  test.each<[string, Partial<SessionFacts>, string, number, Verdict]>([
    ['the present one is changed', {}, 'third', 1, 'rotate'],
    ['the very first one too', { previousHash: null, rotatedAt: null }, 'third', 1, 'rotate'],
    ['the one before, at once', {}, 'second', 0, 'repeat'],
    ['the one before, ten seconds later', {}, 'second', 10_000, 'repeat'],
    ['the one before, after the grace', {}, 'second', 10_001, 'reuse'],
    ['an older one, within the grace', {}, 'first', 1, 'reuse'],
    ['any other while there is no previous one', { previousHash: null, rotatedAt: null }, 'second', 1, 'reuse'],
    ['just before a week of idleness is over', {}, 'third', 7 * day - 1, 'rotate'],
    ['a week of idleness', {}, 'third', 7 * day, 'expired'],
    ['used all the time, the thirtieth day', { lastUsedAt: 29 * day }, 'third', 30 * day - 1, 'rotate'],
    ['used all the time, after thirty days', { lastUsedAt: 29 * day }, 'third', 30 * day, 'expired'],
    ['an old one of an expired session', {}, 'first', 7 * day, 'expired'],
    ['one of a session that ended', { ended: true }, 'third', 1, 'ended'],
    ['an old one of a session that ended', { ended: true }, 'first', 1, 'ended'],
  ])('%s', (_, facts, shown, now, verdict) => {
    expect(judge({ ...fresh, ...facts }, shown, now)).toBe(verdict);
  });

  test('expires a week after its use, and thirty days after the session began at the latest', () => {
    expect(expiryOf({ createdAt: 0, lastUsedAt: 3 * day })).toBe(10 * day);
    expect(expiryOf({ createdAt: 0, lastUsedAt: 25 * day })).toBe(30 * day);
  });
});
