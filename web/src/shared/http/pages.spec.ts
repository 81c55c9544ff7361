import { expect, test } from '@jest/globals';
import { nextCursor, toListPage } from './pages.ts';

test('the next page is found in the Link header', () => {
  expect(nextCursor('</api/question/getQuestion?order=newest&cursor=a%3Db>; rel="next"')).toBe('a=b');
  expect(nextCursor('<https://x/?cursor=1>; rel="prev"')).toBeUndefined();
  expect(nextCursor(null)).toBeUndefined();
});

test('the total is the header’s, or the rows that came', () => {
  expect(toListPage(['a'], { headers: new Headers({ 'X-Total-Count': '12' }) }).total).toBe(12);
  expect(toListPage(['a', 'b'], { headers: new Headers() })).toEqual({ rows: ['a', 'b'], total: 2, next: undefined });
});
