import { expect, test } from '@jest/globals';
import { LinkTokens } from './link-tokens.ts';

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const id = '01940000-0000-7000-8000-0000000000e1';
const now = 1_796_100_000_000;
const minute = 60_000;
const token = new LinkTokens([one]).make('reset', id, 'hash', now);
const isGood = (kind: 'confirm' | 'reset', given: string, secret: string, at: number, keys = [one]): boolean => {
  const link = new LinkTokens(keys).read(kind, given, at);
  return link?.id === id && link.isGenuine(secret);
};

test('[ML-3] a link is good for its purpose and its secret, for its time', () => {
  expect(token).toMatch(/^[0-9a-f]{104}$/);
  expect(isGood('reset', token, 'hash', now + 59 * minute)).toBe(true);
  expect(isGood('reset', token, 'hash', now + 61 * minute)).toBe(false);
  expect(isGood('reset', token, 'other', now)).toBe(false);
  expect(isGood('confirm', token, 'hash', now)).toBe(false);
  expect(isGood('reset', token.replace('e1', 'e2'), 'hash', now)).toBe(false);
});

test('[ML-2] a link to confirm is good for two days', () => {
  const confirming = new LinkTokens([one]).make('confirm', id, '', now);
  expect(isGood('confirm', confirming, '', now + 47 * 60 * minute)).toBe(true);
  expect(isGood('confirm', confirming, '', now + 49 * 60 * minute)).toBe(false);
});

test('[ML-6] a link to unsubscribe is always the same, and good for one kind of mail', () => {
  const made = new LinkTokens([one]).make('unsubscribe', id, 'answer', now);
  expect(new LinkTokens([one]).make('unsubscribe', id, 'answer', now + minute)).toBe(made);
  const link = new LinkTokens([one]).read('unsubscribe', made, now + 10 * 365 * 24 * 60 * minute);
  expect(link?.id).toBe(id);
  expect(['answer', 'comment'].filter((kind) => link?.isGenuine(kind))).toEqual(['answer']);
  expect(isGood('confirm', made, 'answer', now)).toBe(false);
});

test('while a key replaces another, links of both are good', () => {
  expect(isGood('reset', token, 'hash', now, [other, one])).toBe(true);
  expect(isGood('reset', token, 'hash', now, [other])).toBe(false);
});
