import type { ObjectsDone } from '@parlour/deployment/backup/backup-objects';
import type { TakenBackup } from '@parlour/deployment/backup/take-backup';
import type { FileStore } from '@parlour/deployment/files/file-store';

const mostListed = 20;

/** What a backup holds, in words. */
export function contentOf({ header, rows, objects }: Omit<TakenBackup, 'bytes'>): string {
  const events = Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
  const files = objects.whole > 0 ? [`${objects.whole} stored objects of files`] : [];
  return [`${events} events`, `${rows} rows`, ...files].join(', ');
}

/** What is wrong with the files in a backup, in lines; none if nothing is. */
export function faultsOf({ missing, damaged }: ObjectsDone, store: FileStore | null): readonly string[] {
  if (!store && missing.length > 0)
    return [`${missing.length} files are left out: set FILES_FOLDER or S3_BUCKET as for the site, and do it again.`];
  return [
    ...listed('missing in the store, or parts of them', missing),
    ...listed('damaged: their bytes are not those that were uploaded', damaged),
  ];
}

function listed(what: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const more = files.length > mostListed ? ['  …'] : [];
  return [`Files ${what} (${files.length}):`, ...files.slice(0, mostListed).map((id) => `  ${id}`), ...more];
}
