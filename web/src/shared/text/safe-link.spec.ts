import { expect, test } from '@jest/globals';
import { ownAddress, safeLink } from './safe-link.ts';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://example.org/',
  '//example.org/',
  '/home',
  'https://ann:secret@example.org/',
  'https://example.org@evil.example/',
  'https://',
])('%s is no link', (address) => {
  expect(safeLink(address)).toBeUndefined();
});

test('https is', () => {
  expect(safeLink('https://example.org/a?b=c#d')).toBe('https://example.org/a?b=c#d');
});

test.each([
  ['/question/1?x=2#a', '/question/1?x=2#a'],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
  ['/.//evil.example/', undefined],
  ['https://evil.example/', undefined],
  ['/', undefined],
  [{ pathname: '/home' }, undefined],
])('after login %p leads to %p', (wanted, address) => {
  expect(ownAddress(wanted, 'https://parlour.example')).toBe(address);
});
