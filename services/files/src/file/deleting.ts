import type { FilesEvent } from '@parlour/contracts/files/files';
import type { FileStore } from '@parlour/deployment/files/file-store';
import type { Database } from '@parlour/kernel/database/database';
import { eraseTexts } from '@parlour/kernel/log/erase-texts';
import { doneAfter } from '@parlour/kernel/log/reply';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import { blankingStream } from '@parlour/posts/erasing.decider';
import { type DeleteFile, deletingDecider, fileStream } from './file.decider.ts';
import { type Deletable, isUsed, lockObjects, readDeletable, readUnused } from './file.queries.ts';

/** Deletes a file for good; its name and description leave the log in the same transaction. */
export function deletionOf({ id, ownerId, bytes, objects }: Deletable, deletedBy: string | null) {
  const blanking = blankingStream(id);
  return {
    streamId: blanking,
    orderingKey: id,
    decider: deletingDecider,
    command: (): DeleteFile => ({ type: 'DeleteFile', file: { fileId: id, by: ownerId, deletedBy, bytes, objects } }),
    reply: doneAfter((tx) => eraseTexts(tx, 'files', { blanking, streams: [fileStream(id)] })),
  };
}

/** A file that has been in no text for too long. */
export interface Unused {
  readonly fileId: string;
}

/**
 * Deletes files that have been in no text for 48 hours, or whose texts were erased. Each second it
 * looks at some more files, so all of a million are looked at within an hour and a half. Source:
 * specification FI-7.
 */
export function unusedPolicy(): Policy<Unused> {
  let after = '';
  return {
    name: 'deleting unused files',
    reactions: {},
    async due(database) {
      const files = await readUnused(database, after);
      after = files.at(-1)?.id ?? '';
      return files.filter(({ due }) => due).map(({ id: fileId }) => ({ id: fileId, command: { fileId } }));
    },
    async execute({ fileId }, origin, { commands, database }) {
      const file = await readDeletable(database, fileId);
      if (file) await commands.execute(origin, deletionOf(file, null));
    },
  };
}

/** An object that a deleted file had. */
export interface Left {
  readonly hash: string;
}

/** Removes from the store what no file has any more. */
export function removingPolicy(store: FileStore | null): Policy<Left> {
  return {
    name: 'removing bytes of files',
    reactions: {
      files: reactionsTo<FilesEvent, Left>({
        FileDeleted: ({ data: { objects } }) => objects.map((hash) => ({ hash })),
      }),
    },
    execute: ({ hash }, _, { database }) => removeUnused(database, store, hash),
  };
}

/** Removes an object from the store, unless a file has it. */
export async function removeUnused(database: Database, store: FileStore | null, hash: string): Promise<void> {
  if (!store) return;
  await database.transaction(async (tx) => {
    await lockObjects(tx, [hash]);
    if (!(await isUsed(tx, hash))) await store.remove(hash);
  });
}
