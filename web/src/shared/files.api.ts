import type { DeleteFile } from '@parlour/contracts/files/files.requests';
import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';
import { change, type Submitted } from './http/endpoint.ts';

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
    deleteFile: build.mutation<ReplyOf<'files.delete'>, Submitted<DeleteFile>>({
      query: change('/file/deleteFile', 'DELETE'),
      invalidatesTags: ['Files'],
    }),
  }),
});

export const { useGetFilesOnQuery, useGetFileUseQuery, useDeleteFileMutation } = filesApi;
