import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Whether files can be uploaded: what is off is neither shown nor promised. */
    getFilesOn: build.query<boolean, void>({
      query: () => ({ path: '/user/providers' }),
      transformResponse: ({ files }: ProvidersWire) => files === true,
      keepUnusedDataFor: Infinity,
    }),
    getFileUse: build.query<ReplyOf<'files.use'>, void>({
      query: () => ({ path: '/file/use' }),
      providesTags: ['Files'],
    }),
  }),
});

export const { useGetFilesOnQuery, useGetFileUseQuery } = filesApi;
