import { expect, test } from '@jest/globals';
import { charactersLeft } from './count.ts';

test.each([
  [1_200, '1,200 characters left'],
  [1, '1 character left'],
  [0, '0 characters left'],
  [-1, '1 character too many'],
  [-99, '99 characters too many'],
])('a field that takes %i more characters says %j', (left, text) => {
  expect(charactersLeft(left)).toBe(text);
});
