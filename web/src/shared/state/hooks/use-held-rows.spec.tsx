import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useHeldRows } from './use-held-rows.ts';

interface Given {
  readonly rows: readonly string[];
  readonly held?: boolean;
  readonly of?: string;
  readonly arrivals?: 'last' | 'below' | 'wait';
}

/** Rows are words, known by their first letters. */
function hold(given: Given) {
  const { result, rerender } = renderHook(
    ({ rows, held = true, of = 'these', arrivals = 'last' }: Given) =>
      useHeldRows(rows, { held, of, idOf: (row) => row.charAt(0), arrivals }).join(' '),
    { initialProps: given },
  );
  return (next: Given) => {
    rerender(next);
    return result.current;
  };
}

test('held rows keep their places, also those that are gone, and those that come keep theirs', () => {
  const shown = hold({ rows: ['ann', 'bea', 'cy'], held: false });
  expect(shown({ rows: ['ann', 'bea', 'cy'] })).toBe('ann bea cy');
  expect(shown({ rows: ['dan', 'cat', 'ann'] })).toBe('ann bea cat dan');
  expect(shown({ rows: ['eve', 'dan', 'cat', 'ann'] })).toBe('ann bea cat dan eve');
  expect(shown({ rows: ['eve', 'cat'] })).toBe('ann bea cat dan eve');
  expect(shown({ rows: ['eve', 'cat'], held: false })).toBe('eve cat');
});

test('rows that would move others wait until the list is free', () => {
  const shown = hold({ rows: ['ann'], arrivals: 'wait' });
  expect(shown({ rows: ['bea', 'ada'], arrivals: 'wait' })).toBe('ada');
  expect(shown({ rows: ['bea', 'ada'], arrivals: 'wait', held: false })).toBe('bea ada');
});

test('where news come first, they wait, and what is loaded from further down comes last and stays', () => {
  const shown = hold({ rows: ['ann', 'bea'], arrivals: 'below' });
  expect(shown({ rows: ['bob', 'cy', 'ann', 'dan'], arrivals: 'below' })).toBe('ann bob dan');
  expect(shown({ rows: ['dot', 'cy', 'bob', 'ann'], arrivals: 'below' })).toBe('ann bob dot');
  expect(shown({ rows: ['dot', 'cy', 'bob', 'ann'], arrivals: 'below', held: false })).toBe('dot cy bob ann');
});

test('of another list all rows are new', () => {
  const shown = hold({ rows: ['ann', 'bea'] });
  expect(shown({ rows: ['cy', 'ann'], of: 'those' })).toBe('cy ann');
});
