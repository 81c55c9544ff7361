import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import { api } from './api.ts';

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Whether files can be uploaded: what is off is neither shown nor promised. */
    getFilesOn: build.query<boolean, void>({
      query: () => ({ path: '/user/providers' }),
      transformResponse: ({ files }: ProvidersWire) => files === true,
      keepUnusedDataFor: Infinity,
    }),
  }),
});

export const { useGetFilesOnQuery } = filesApi;
