import { expect, test } from '@jest/globals';
import { nextCursor, toListPage } from './pages.ts';

test('the next page’s cursor comes from the Link header', () => {
  expect(nextCursor('</api/question/getQuestion?order=newest&cursor=a%3Db>; rel="next"')).toBe('a=b');
  expect(nextCursor('<https://x/?cursor=1>; rel="prev"')).toBeUndefined();
  expect(nextCursor(null)).toBeUndefined();
});

test('the total comes from its header, or is the number of rows', () => {
  expect(toListPage(['a'], { headers: new Headers({ 'X-Total-Count': '12' }) }).total).toBe(12);
  expect(toListPage(['a', 'b'], { headers: new Headers() })).toEqual({ rows: ['a', 'b'], total: 2, next: undefined });
});
