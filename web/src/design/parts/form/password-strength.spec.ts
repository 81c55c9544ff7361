import { expect, test } from '@jest/globals';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['short', 1],
  ['password123', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['ann-ann-2026-x', 1],
  ['gardenia', 2],
  ['gardenia in rain', 3],
  ['Gardenia in 7 rains', 4],
])('%p scores %d', (text, score) => {
  expect(passwordStrength(text, 'ann').score).toBe(score);
});
