import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '@parlour/kernel/process/error-code';
import { type ByteRange, checkedHash, type FileStore, ObjectGone } from './file-store.ts';
import { inUploadFolder } from './upload-folder.ts';

/**
 * Objects as files of a folder. Whoever may use the folder may use them: its owner, and its group
 * if it was made so.
 */
export class FolderStore implements FileStore {
  readonly workFolder: string;

  constructor(private readonly folder: string) {
    this.workFolder = join(folder, 'uploads');
  }

  async put(hash: string, path: string): Promise<void> {
    const place = this.placeOf(hash);
    if (await this.has(hash)) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const rights = (await stat(this.folder)).mode & 0o770;
    const made = await mkdir(join(place, '..'), { recursive: true });
    if (made !== undefined) await chmod(made, rights);
    await putWhole(path, place, rights & 0o660).catch(async (failure: unknown) => {
      // It comes from another disk.
      if (codeOf(failure) !== 'EXDEV') throw failure;
      await inUploadFolder(this.workFolder, async (folder) => {
        const copy = join(folder, 'copy');
        await copyFile(path, copy);
        await putWhole(copy, place, rights & 0o660);
      });
    });
  }

  async read(hash: string, range?: ByteRange): Promise<Readable> {
    try {
      const handle = await open(this.placeOf(hash), 'r');
      return handle.createReadStream(range);
    } catch (failure) {
      throw codeOf(failure) === 'ENOENT' ? new ObjectGone(hash) : failure;
    }
  }

  async has(hash: string): Promise<boolean> {
    try {
      return (await stat(this.placeOf(hash))).isFile();
    } catch (failure) {
      if (codeOf(failure) === 'ENOENT') return false;
      throw failure;
    }
  }

  async remove(hash: string): Promise<void> {
    await rm(this.placeOf(hash), { force: true });
  }

  private placeOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), checkedHash(hash));
  }
}

/** Gives a file its name once it is whole and on the disk. */
async function putWhole(path: string, place: string, rights: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.chmod(rights);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(path, place);
}
