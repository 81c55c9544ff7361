import { IsString } from 'class-validator';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';

/** Where the files of people are, named like the environment's variables. */
export class FilesConfig {
  /** A folder that the gateways and the service `files` share; blank to switch files off. */
  @IsString()
  FILES_FOLDER = '';
}

/** The store that is configured; null if files are switched off. */
export function fileStoreOf({ FILES_FOLDER: folder }: FilesConfig): FileStore | null {
  return folder === '' ? null : new FolderStore(folder);
}
