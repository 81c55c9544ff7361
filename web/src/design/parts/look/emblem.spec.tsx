import { expect, test } from '@jest/globals';
import { initialsOf } from './emblem.tsx';
import { toneOf } from './tone.ts';

test.each([
  ['Harbour Sailing Club', 'HS'],
  ['Cooks', 'C'],
  [' code & coffee ', 'CC'],
  ['“Quoted” words', 'QW'],
  ['7 seas', '7S'],
  ['🎲', '🎲'],
  ['שלום עולם', 'שע'],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('names differ in their tones, and keep them', () => {
  const names = Array.from('abcdefghij', (letter) => `Community ${letter}`);
  expect(new Set(names.map(toneOf))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(toneOf('Community a')).toBe(toneOf('Community a'));
});
