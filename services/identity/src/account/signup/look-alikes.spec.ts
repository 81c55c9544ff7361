import { expect, test } from '@jest/globals';
import { lookAlikesAmong } from './look-alikes.ts';

test('[BM-32, M-26] names that look like others are found in groups, the oldest first', () => {
  // A Cyrillic letter, an invisible one, and a capital that looks like a small one.
  const names = ['peter', 'Ivan', 'ann', '\u0430nn', 'bob', 'lvan', 'an\u200bn', 'p\u0435ter'];
  expect(lookAlikesAmong(names)).toEqual({
    groups: [
      ['peter', 'p\u0435ter'],
      ['Ivan', 'lvan'],
      ['ann', '\u0430nn', 'an\u200bn'],
    ],
    reserved: [],
  });
});

test('names that look alike only by way of a third one are one group', () => {
  // As written, the capital is an l; as compared, it is an i.
  expect(lookAlikesAmong(['ivan', 'lvan', 'Ivan']).groups).toEqual([['ivan', 'lvan', 'Ivan']]);
});

test('names that look like reserved ones are told, whoever has them', () => {
  expect(lookAlikesAmong(['ann', '\u0430dmin', 'root'])).toEqual({ groups: [], reserved: ['\u0430dmin', 'root'] });
});
