import type { FileWire } from '@parlour/contracts/files/files';
import type { DescribeFile } from '@parlour/contracts/files/files.requests';
import { api } from './api.ts';
import { change, type Submitted } from './http/endpoint.ts';
import { tellingProgress } from './http/telling-progress.ts';

interface UploadedFile {
  readonly file: File;
  /** Told how much of it is sent, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
}

export const uploadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadFile: build.mutation<FileWire, Submitted<UploadedFile>>({
      query: ({ file, onProgress, submissionKey }) => {
        const form = new FormData();
        form.set('file', file);
        return { path: '/file/upload', method: 'POST', submissionKey, transport: tellingProgress(form, onProgress) };
      },
      invalidatesTags: ['Files'],
    }),
    describeFile: build.mutation<FileWire, Submitted<DescribeFile>>({ query: change('/file/alt', 'PATCH') }),
  }),
});

export const { useDescribeFileMutation } = uploadsApi;
