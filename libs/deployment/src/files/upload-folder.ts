import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Begins the names of folders of uploads: with a bucket, they are among others' files. */
export const uploadFolder = 'parlour-upload-';

/** Does the work of an upload in a folder of its own, which is removed at the end. */
export async function inUploadFolder<Result>(
  workFolder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(workFolder, uploadFolder));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
