import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { liveTagLists, openTag } from '../../shared/tag-cache-tags.ts';
import { type ListOf, paged, pathTo, type PageOf } from '../../shared/http/endpoint.ts';

/** A list of tags; a live one that is shown is refetched when questions are asked. */
export type TagListOf = ListOf<'qa.getTags'> & { readonly viewer: string; readonly isLive?: boolean };

export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * All tags with the number of questions visible to the viewer, so each viewer has their own
     * list.
     */
    getTags: build.infiniteQuery<PageOf<'qa.getTags'>, TagListOf, string>({
      ...paged(({ viewer: _, isLive: __, ...query }) => ({
        path: '/tag/getTagsWithQuestionNumber',
        query: { limit: 60, ...query },
      })),
      providesTags: (_result, _error, { isLive }) => (isLive ? ['Tags', liveTagLists] : ['Tags']),
    }),
    getTag: build.query<ReplyOf<'qa.getTag'>, string>({
      query: (name) => ({ path: pathTo`/tag/getTagByName/${name}` }),
      providesTags: ['Tags', openTag],
    }),
  }),
});

export const { useGetTagsInfiniteQuery, useGetTagQuery } = tagsApi;
