import type { FilesEvent, StoredFile } from '@parlour/contracts/files/files';
import { projection } from '@parlour/kernel/view/projection';
import { increase, insert, patch, remove, removeWhere } from '@parlour/kernel/view/row-changes';
import { FileObjectRow, FileRow, FileTotalRow } from './file.entity.ts';

/** What a file takes, with its previews, in bytes. */
export function bytesOf({ bytes, previews }: Pick<StoredFile, 'bytes' | 'previews'>): number {
  return previews.reduce((sum, preview) => sum + preview.bytes, bytes);
}

/** The hashes of what a file has in the store. */
export function objectsOf({ hash, previews }: Pick<StoredFile, 'hash' | 'previews'>): readonly string[] {
  return [...new Set([hash, ...previews.map((preview) => preview.hash)])];
}

/** Files, and what people's files take. */
export const fileView = projection<FilesEvent>({
  name: 'files.files',
  source: 'files',
  entities: [FileRow, FileTotalRow, FileObjectRow],
  changes: {
    FileUploaded: ({ data: { fileId, by, previews, ...file }, position, occurredAt }) => [
      insert(FileRow, {
        ...{ id: fileId, ownerId: by, position, at: occurredAt, previews: { list: previews } },
        ...{ name: file.name, type: file.type, hash: file.hash, bytes: file.bytes },
        ...{ width: file.width, height: file.height, alt: file.alt },
      }),
      increase(FileTotalRow, { ownerId: by }, { bytes: bytesOf({ bytes: file.bytes, previews }), files: 1 }),
      ...objectsOf({ hash: file.hash, previews }).map((hash) => insert(FileObjectRow, { hash, fileId })),
    ],
    FileDescribed: ({ data: { fileId, alt } }) => [patch(FileRow, { id: fileId }, { alt })],
    FileDeleted: ({ data: { fileId, by, bytes } }) => [
      remove(FileRow, { id: fileId }),
      increase(FileTotalRow, { ownerId: by }, { bytes: -bytes, files: -1 }),
      removeWhere(FileObjectRow, { fileId }),
    ],
  },
});
