import type { FoundType } from '@parlour/contracts/found';
import { skipToken } from '@reduxjs/toolkit/query';
import { useGetFoundTotalQuery } from './search.api.ts';
import { isSearchable } from './search-query.ts';

function useTotal(q: string, type: FoundType): number | undefined {
  return useGetFoundTotalQuery(isSearchable(q) ? { q, type } : skipToken).currentData;
}

/** How much a search finds of each type, as far as it is known. */
export function useFoundTotals(q: string): Readonly<Record<FoundType, number | undefined>> {
  return {
    questions: useTotal(q, 'questions'),
    answers: useTotal(q, 'answers'),
    comments: useTotal(q, 'comments'),
    people: useTotal(q, 'people'),
    tags: useTotal(q, 'tags'),
    communities: useTotal(q, 'communities'),
    messages: useTotal(q, 'messages'),
  };
}
