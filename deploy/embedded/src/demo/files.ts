import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import type { Rpc } from '@parlour/contracts/rpc';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { inUploadFolder } from '@parlour/deployment/files/upload-folder';
import { storeFile } from '@parlour/gateway/files/storing';

/** The folder of what people of the demonstration upload. */
export const demoFiles = fileURLToPath(new URL('../../demo-files/', import.meta.url));

/** A picture or another file in a text of the content: its name stands where its id will. */
export const namedFile = /(!?)\[([^\]]{1,300})\]\(\/file\/([a-z-]{1,40}\.[a-z]{3,4})\)/g;

/** Stores a file as the gateway does, with what its person can have. */
export async function storeDemoFile(
  store: FileStore,
  name: string,
): Promise<Omit<Rpc['files.add']['request'], 'name' | 'alt'>> {
  const { personMegabytes } = usualFileLimits;
  const file = await inUploadFolder(store.workFolder, async (folder) => {
    const path = join(folder, 'received');
    await copyFile(join(demoFiles, name), path);
    return storeFile(store, '', path, folder, usualFileLimits);
  });
  return { ...file, personMegabytes };
}
