import type { DescribeTag } from '@parlour/contracts/qa.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { liveTags } from '../../shared/live-tags.ts';
import { change, type ListOf, paged, pathTo, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';

/** A list of tags; a live one is refetched when questions are asked. */
export type TagListOf = ListOf<'qa.getTags'> & { readonly viewer: string; readonly isLive?: boolean };

const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * All tags with the number of questions visible to the viewer, so each viewer has their own
     * list.
     */
    getTags: build.infiniteQuery<PageOf<'qa.getTags'>, TagListOf, string>({
      ...paged,
      query: ({ queryArg: { viewer: _, isLive: __, ...query }, pageParam }) => ({
        path: '/tag/getTagsWithQuestionNumber',
        query: { limit: 60, ...query, cursor: pageParam },
      }),
      providesTags: (_result, _error, { isLive }) => (isLive ? ['Tags', liveTags] : ['Tags']),
    }),
    getTag: build.query<ReplyOf<'qa.getTag'>, string>({
      query: (name) => ({ path: pathTo`/tag/getTagByName/${name}` }),
      providesTags: ['Tags'],
    }),
    /** Read again for each version; the version is no part of the call. */
    getTagHistory: build.query<ReplyOf<'qa.tagHistory'>, { readonly name: string; readonly version: number }>({
      query: ({ name }) => ({ path: pathTo`/tag/history/${name}` }),
      keepUnusedDataFor: 0,
    }),
    describeTag: build.mutation<ReplyOf<'qa.describeTag'>, Submitted<DescribeTag>>({
      query: change('/tag/describe', 'PATCH'),
      // Lists and completion show it too.
      invalidatesTags: (tag) => (tag ? ['Tags'] : []),
    }),
  }),
});

export const { useGetTagsInfiniteQuery, useGetTagQuery, useGetTagHistoryQuery, useDescribeTagMutation } = tagsApi;
