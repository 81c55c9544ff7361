import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';

/** The tags that forms complete. */
export const tagNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The tags that begin like this and have most of the questions visible to the viewer. */
    completeTag: build.query<ReplyOf<'qa.completeTag'>, { readonly prefix: string; readonly viewer: string }>({
      query: ({ prefix }) => ({ path: '/tag/complete', query: { prefix } }),
      providesTags: ['Tags'],
    }),
  }),
});

export const { useCompleteTagQuery } = tagNamesApi;
