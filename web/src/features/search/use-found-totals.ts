import type { FoundType } from '@parlour/contracts/search/found';
import { skipToken } from '@reduxjs/toolkit/query';
import { useGetFoundTotalQuery } from './search.api.ts';
import { isSearchable } from './search-query.ts';

function useTotal(q: string | undefined, type: FoundType): number | undefined {
  return useGetFoundTotalQuery(q === undefined ? skipToken : { q, type }).currentData;
}

/** How much a search finds of each type, as far as it is known. */
export function useFoundTotals(q: string): Readonly<Record<FoundType, number | undefined>> {
  const asked = isSearchable(q) ? q : undefined;
  return {
    questions: useTotal(asked, 'questions'),
    answers: useTotal(asked, 'answers'),
    comments: useTotal(asked, 'comments'),
    people: useTotal(asked, 'people'),
    tags: useTotal(asked, 'tags'),
    communities: useTotal(asked, 'communities'),
    messages: useTotal(asked, 'messages'),
  };
}
