import { expect, test } from '@jest/globals';
import { inLines } from './chart-label.ts';

test.each([
  ['North', 10, ['North']],
  ['North, to the islands', 10, ['North, to', 'the islan…']],
  ['South along', 6, ['South', 'along']],
  ['Donaudampfschiffahrt', 8, ['Donaudam', 'pfschif…']],
  ['one two', 7, ['one two']],
  ['😀😀😀😀😀', 3, ['😀😀😀', '😀😀']],
  ['', 5, ['']],
])('%p in lines of %s letters', (text, letters, lines) => {
  expect(inLines(text, letters)).toEqual(lines);
});
