import { describe, expect, test } from '@jest/globals';
import type { QuestionOrder } from '@parlour/contracts/qa/qa';
import { matchesSearch, placeOf, searchOf } from './question-search.ts';
import { rowOf } from '../testing.ts';

const row = rowOf({
  _id: 'q',
  title: 'Growing Basil indoors',
  tags: ['Garden', 'c++'].map((name) => ({ name, description: '' })),
});

describe('whether a row matches a search', () => {
  test.each([
    ['', 'yes'],
    ['[garden]', 'yes'],
    ['[gard]', 'no'],
    ['[C++]', 'yes'],
    ['[baking] [garden]', 'yes'],
    ['[baking]', 'no'],
    ['bas', 'yes'],
    ['BASIL grow', 'yes'],
    ['asil', 'unknown'],
    ['soil', 'unknown'],
    ['[baking] basil', 'no'],
    ['[garden] basil', 'yes'],
    ['[garden] soil', 'unknown'],
  ])('%p: %s', (search, expected) => {
    expect(matchesSearch(row, searchOf({ search }))).toBe(expected);
  });
});

test('a list’s tag may have unmatched brackets', () => {
  const list = { search: '', tag: 'A[B' };
  expect(matchesSearch(rowOf({ _id: 'q', tags: [{ name: 'a[b', description: '' }] }), searchOf(list))).toBe('yes');
  expect(matchesSearch(row, searchOf(list))).toBe('no');
});

describe('[Q-12] where a new row belongs', () => {
  const shown = [
    rowOf({ _id: 'b', askDateTime: '2026-06-02T00:00:00.000Z' }),
    rowOf({ _id: 'a', askDateTime: '2026-06-01T00:00:00.000Z' }),
  ];
  const list = (order: QuestionOrder, search = '') => ({ order, search, username: 'ann' });
  const fresh = rowOf({ _id: 'c', askDateTime: '2026-06-03T00:00:00.000Z' });
  const old = rowOf({ _id: 'o', askDateTime: '2026-01-01T00:00:00.000Z' });

  test('newest accepts rows newer than its last one', () => {
    expect(placeOf(fresh, list('newest'), shown, false)).toBe('waiting');
    expect(placeOf(old, list('newest'), shown, false)).toBe('nowhere');
    expect(placeOf(fresh, list('newest'), [], true)).toBe('waiting');
  });

  test('a community’s list accepts only its own questions; the list of all accepts every one', () => {
    const ofA = { ...list('newest'), communityId: 'a' };
    expect(placeOf({ ...fresh, communityId: 'a' }, ofA, shown, false)).toBe('waiting');
    expect(placeOf({ ...fresh, communityId: 'b' }, ofA, shown, false)).toBe('nowhere');
    expect(placeOf(fresh, ofA, shown, false)).toBe('nowhere');
    expect(placeOf({ ...old, communityId: 'b' }, { ...ofA, order: 'active' }, shown, false)).toBe('nowhere');
    expect(placeOf({ ...fresh, communityId: 'b' }, list('newest'), shown, false)).toBe('waiting');
  });

  test('unanswered accepts no answered question', () => {
    expect(placeOf({ ...fresh, answerCount: 1 }, list('unanswered'), shown, false)).toBe('nowhere');
  });

  test('the server decides what a row does not show', () => {
    expect(placeOf(fresh, list('newest', 'soil'), shown, false)).toBe('ask');
    expect(placeOf(old, list('active'), shown, false)).toBe('ask');
    expect(placeOf(old, list('mostViewed', '[baking]'), shown, false)).toBe('nowhere');
  });
});
