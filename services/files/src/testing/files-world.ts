import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@parlour/contracts/envelope';
import { fileKinds } from '@parlour/contracts/files/file-kinds';
import { newFileId } from '@parlour/contracts/files/file-id';
import type { FileWire } from '@parlour/contracts/files/files';
import type { Rpc } from '@parlour/contracts/rpc';
import { FolderStore } from '@parlour/deployment/files/folder-store';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { filesDefinition } from '../files.module.ts';

/** The running service with a store and helpers for its tests. */
export interface FilesWorld extends ServiceWorld {
  readonly store: FolderStore;
  /** Stores these bytes, as the gateway does; returns their hash. */
  put(content: string): Promise<string>;
  /** Adds a picture whose bytes are this text, with a preview. */
  add(by: Actor, content: string, changes?: Partial<AddedFile>): Promise<FileWire>;
}

type AddedFile = Rpc['files.add']['request'];

let made = 0;

/** A file of these bytes, as the gateway tells it. */
export function fileOf(hash: string, changes: Partial<AddedFile> = {}): AddedFile {
  made += 1;
  const random = Uint8Array.of(0, 0, 0, 0, 0, 0, made >> 8, made & 255);
  const fileId = newFileId({ kind: fileKinds[1]!, width: 800, height: 600, size: 0, now: 1_795_800_000_000, random });
  const image = {
    type: 'image/png',
    width: 800,
    height: 600,
    alt: '',
    bytes: 100,
    previews: [],
    personMegabytes: 1_024,
  };
  return { fileId, name: 'harbour.png', hash, ...image, ...changes };
}

/** Starts files on its own database, with a store in a folder of its own. */
export async function startFiles(): Promise<FilesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-files-'));
  const store = new FolderStore(folder);
  const world = await startServiceWorld(filesDefinition(store));
  const put = async (content: string): Promise<string> => {
    const hash = createHash('sha256').update(content).digest('hex');
    await mkdir(store.workFolder, { recursive: true });
    const path = join(store.workFolder, hash);
    await writeFile(path, content);
    await store.put(hash, path);
    return hash;
  };
  return {
    ...world,
    store,
    put,
    async add(by, content, changes = {}) {
      const previews = [{ width: 320, hash: await put(`${content}, smaller`), bytes: 10 }];
      const file = fileOf(await put(content), { previews, ...changes });
      return (await world.call('files.add', file, { as: by })).reply;
    },
    async close() {
      await world.close();
      await rm(folder, { recursive: true });
    },
  };
}
