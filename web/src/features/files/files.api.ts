import type { DeleteFile } from '@parlour/contracts/files/files.requests';
import { limits } from '@parlour/contracts/limits';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../shared/api.ts';
import { change, type PageOf, paged, type Submitted } from '../../shared/http/endpoint.ts';

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's files, the newest first. */
    getOwnFiles: build.infiniteQuery<PageOf<'files.getOwn'>, void, string>({
      ...paged(() => ({ path: '/file/own', query: { limit: limits.page.default } })),
      providesTags: ['Files'],
    }),
    deleteFile: build.mutation<ReplyOf<'files.delete'>, Submitted<DeleteFile>>({
      query: change('/file/deleteFile', 'DELETE'),
      invalidatesTags: ['Files'],
    }),
  }),
});

export const { useGetOwnFilesInfiniteQuery, useDeleteFileMutation } = filesApi;
