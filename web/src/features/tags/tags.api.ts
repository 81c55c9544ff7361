import type { TagCountWire, TagWire } from '@parlour/contracts/qa';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';

const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All tags with the number of their questions that the viewer may see; hence one list per viewer. */
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
