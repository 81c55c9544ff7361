import { command, idempotent, type Page, read } from '../calls.ts';
import type { PageRequest } from '../page.requests.ts';
import type { AdminFileWire, FileToServe, FileWire, OwnFileWire, StoredFile } from './files.ts';
import type { FileLimits } from './file-limits.ts';
import type { DescribeFile } from './files.requests.ts';

/** The calls that files answers. */
export const filesCalls = {
  /** What the caller's files take. */
  'files.use': read<object, { readonly bytes: number }>(),
  /** The caller, who can have so much, has uploaded a file, whose bytes are in the store. */
  'files.add': command<StoredFile & Pick<FileLimits, 'personMegabytes'>, FileWire>(),
  /** Objects of an upload that failed: those that no file has leave the store. */
  'files.release': idempotent<{ hashes: readonly string[] }, { released: true }>(),
  /** What serving a file needs; whether the caller may read it, the gateway decides. */
  'files.get': read<{ fileId: string }, FileToServe>(),
  'files.describe': command<DescribeFile, FileWire>(),
  /** Deletes a file of the caller for good; the operator deletes any. */
  'files.delete': command<{ fileId: string }, { deleted: true }>(),
  /** All files of the site, the largest first; for operators only. */
  'files.getLargest': read<PageRequest, Page<AdminFileWire>>(),
  'files.getOwn': read<PageRequest, Page<OwnFileWire>>(),
};
