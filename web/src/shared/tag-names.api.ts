import type { TagCountWire } from '@parlour/contracts/qa';
import { api } from './api.ts';

/** The tags that forms complete. */
export const tagNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The hundred tags that most of the questions visible to the viewer have. */
    getTagNames: build.query<readonly TagCountWire[], { readonly viewer: string }>({
      query: () => ({ path: '/tag/getTagsWithQuestionNumber', query: { limit: 100 } }),
      providesTags: ['Tags'],
    }),
  }),
});

export const { useGetTagNamesQuery } = tagNamesApi;
