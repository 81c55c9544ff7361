import type { FoundType } from '@parlour/contracts/search/found';
import { api } from '../../shared/api.ts';
import type { CallMeta } from '../../shared/http/client.ts';
import { type ListOf, paged, type PageOf } from '../../shared/http/endpoint.ts';
import { toListPage } from '../../shared/http/pages.ts';

const path = '/search';

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFound: build.infiniteQuery<PageOf<'qa.search'>, ListOf<'qa.search'>, string>({
      ...paged((search) => ({ path, query: { ...search, limit: 30 } })),
      // Of its own, so that not every event causes another search.
      providesTags: ['Found'],
    }),
    /** How much there is of a type. */
    getFoundTotal: build.query<number, { readonly q: string; readonly type: FoundType }>({
      query: (search) => ({ path, query: { ...search, order: 'newest', limit: 1 } }),
      transformResponse: (rows: PageOf<'qa.search'>['rows'], meta: CallMeta | undefined) =>
        toListPage(rows, meta).total,
      keepUnusedDataFor: 5,
    }),
  }),
});

export const { useGetFoundInfiniteQuery, useGetFoundTotalQuery } = searchApi;
