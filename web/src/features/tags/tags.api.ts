import type { TagCountWire, TagWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * All tags with the number of questions visible to the viewer, so each viewer has their own
     * list.
     */
    getTags: build.infiniteQuery<ListPage<TagCountWire>, { readonly viewer: string }, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ pageParam }) => ({
        path: '/tag/getTagsWithQuestionNumber',
        query: { limit: 60, cursor: pageParam === '' ? undefined : pageParam },
      }),
      transformResponse: toListPage<TagCountWire>,
      providesTags: ['Tags'],
    }),
    getTag: build.query<TagWire, string>({
      query: (name) => ({ path: `/tag/getTagByName/${encodeURIComponent(name)}` }),
    }),
  }),
});

export const { useGetTagsInfiniteQuery, useGetTagQuery } = tagsApi;
