import { join } from 'node:path';
import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { FolderStore } from '@parlour/deployment/files/folder-store';
import { readConfiguration } from '@parlour/kernel/config/config';

/** The folder of the files of a site in a data folder. */
export function filesFolderOf(dataDir: string): string {
  return join(dataDir, 'files');
}

/** The files of a site in a data folder: beside its databases, unless a folder is configured. */
export function filesOf(dataDir: string): FileStore {
  return fileStoreOf(readConfiguration(FilesConfig, process.env)) ?? new FolderStore(filesFolderOf(dataDir));
}
