import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits } from '@parlour/contracts/limits';
import { openObject } from '@parlour/deployment/backup/backup-objects';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { readFileToServe, readOwnFiles } from '@parlour/files/file/file.queries';
import { idOfUser } from '@parlour/identity/user/user.queries';
import { type OpenedService, serviceOf } from '../opened-services.ts';

/** What became of a file. */
export type ExportState = 'whole' | 'missing' | 'damaged';

/**
 * Writes all files of a person into a new folder, each under its id, and `files.jsonl`, which says
 * of each what it is and where it is used. What is missing or damaged is listed without a file.
 * @throws {Error} `EEXIST` if there is something of the folder's name
 * @throws {DomainError} `user.unknown`
 */
export async function exportFiles(
  username: string,
  folder: string,
  services: readonly OpenedService[],
  store: FileStore | null,
): Promise<readonly { readonly id: string; readonly state: ExportState }[]> {
  const ownerId = await idOfUser(serviceOf(services, 'identity').database, username);
  const { database } = serviceOf(services, 'files');
  await mkdir(folder, { mode: 0o700 });
  const list = join(folder, 'files.jsonl');
  await writeFile(list, '', { mode: 0o600 });
  const exported: { id: string; state: ExportState }[] = [];
  let cursor: string | undefined;
  do {
    const page = await readOwnFiles(database, { limit: limits.page.greatest, ...(cursor && { cursor }) }, ownerId);
    for (const { _id: id, name, type, size, alt, at, uses } of page.rows.parse()) {
      const { hash } = await readFileToServe(database, id);
      // A name that somebody gave may be that of another file, or none on this system.
      const [ending = ''] = /\.[a-z\d]{1,8}$/i.exec(name) ?? [];
      const file = `${id}${ending}`;
      const state = await copy(store, hash, join(folder, file));
      const places = uses.map((use) => ({ type: use.type, id: use.id }));
      const line = { id, file: state === 'whole' ? file : null, state, name, type, size, hash, alt, at, uses: places };
      await appendFile(list, `${JSON.stringify(line)}\n`);
      exported.push({ id, state });
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return exported;
}

/** Copies an object into a file, unless it is missing or damaged. */
async function copy(store: FileStore | null, hash: string, path: string): Promise<ExportState> {
  const object = await openObject(store, hash);
  if (!object) return 'missing';
  const hashing = createHash('sha256');
  object.on('data', (bytes: Buffer) => hashing.update(bytes));
  await pipeline(object, createWriteStream(path, { mode: 0o600 }));
  if (hashing.digest('hex') === hash) return 'whole';
  await rm(path);
  return 'damaged';
}
