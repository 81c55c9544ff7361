import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';

/** The tags that forms complete. */
export const tagNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The tags that begin like this and have most of the questions visible to the viewer. */
    completeTags: build.query<ReplyOf<'qa.completeTags'>, { readonly prefix: string; readonly viewer: string }>({
      query: ({ prefix }) => ({ path: '/tag/complete', query: { prefix } }),
      providesTags: ['Tags'],
    }),
  }),
});

export const { useCompleteTagsQuery } = tagNamesApi;
