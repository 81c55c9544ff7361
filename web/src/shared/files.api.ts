import type { FileLimits } from '@parlour/contracts/files/file-limits';
import type { FileUseWire } from '@parlour/contracts/files/files';
import type { DeleteFile } from '@parlour/contracts/files/files.requests';
import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from './api.ts';
import { change, type Submitted } from './http/endpoint.ts';

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What can be uploaded; null if nothing: what is off is neither shown nor promised. */
    getFileLimits: build.query<FileLimits | null, void>({
      query: () => ({ path: '/user/providers' }),
      transformResponse: ({ files }: ProvidersWire) => files ?? null,
      keepUnusedDataFor: Infinity,
    }),
    getFileUse: build.query<FileUseWire, void>({
      query: () => ({ path: '/file/use' }),
      providesTags: ['Files'],
    }),
    deleteFile: build.mutation<ReplyOf<'files.delete'>, Submitted<DeleteFile>>({
      query: change('/file/deleteFile', 'DELETE'),
      invalidatesTags: ['Files'],
    }),
  }),
});

export const { useGetFileLimitsQuery, useGetFileUseQuery, useDeleteFileMutation } = filesApi;
