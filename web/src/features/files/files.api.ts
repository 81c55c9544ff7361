import { limits } from '@parlour/contracts/limits';
import { api } from '../../shared/api.ts';
import { type PageOf, paged } from '../../shared/http/endpoint.ts';

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's files, the newest first. */
    getOwnFiles: build.infiniteQuery<PageOf<'files.getOwn'>, void, string>({
      ...paged(() => ({ path: '/file/own', query: { limit: limits.page.default } })),
      providesTags: ['Files'],
    }),
  }),
});

export const { useGetOwnFilesInfiniteQuery } = filesApi;
