import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type FileStore, ObjectGone, StoreAway } from '../files/file-store.ts';
import { messageOf } from '../process/run-process.ts';
import { BackupError, type BackupObject } from './backup-format.ts';

/**
 * SQL: the objects that the log of files refers to, each with the id of a file that has it: as a
 * `BackupObject`.
 */
export const objectsOfLog = `select o.hash, max(o.bytes)::float8 as bytes, min(o.file) as file
  from (
    select data->>'fileId' as file, data->>'hash' as hash, (data->>'bytes')::bigint as bytes
      from events where type = 'FileUploaded'
     union all
    select data->>'fileId', preview->>'hash', (preview->>'bytes')::bigint
      from events, jsonb_array_elements(data->'previews') preview where type = 'FileUploaded') o
 where not exists (select from events where type = 'FileDeleted' and stream_id = 'blanked/' || o.file)
 group by o.hash`;

/** What became of the objects of a site in a backup, or of a backup in a site. */
export interface ObjectsDone {
  /** How many are as they should be. */
  readonly whole: number;
  /** The ids of files of which something was missing. */
  readonly missing: readonly string[];
  /** The ids of files of which something is not what was uploaded. */
  readonly damaged: readonly string[];
}

/** Counts objects. */
export class ObjectCounts implements ObjectsDone {
  whole = 0;
  private readonly gone = new Set<string>();
  private readonly changed = new Set<string>();

  get missing(): readonly string[] {
    return [...this.gone];
  }

  get damaged(): readonly string[] {
    return [...this.changed];
  }

  add({ file }: BackupObject, state: 'whole' | 'missing' | 'damaged'): void {
    if (state === 'whole') this.whole += 1;
    if (state === 'missing') this.gone.add(file);
    if (state === 'damaged') this.changed.add(file);
  }
}

/** Opens an object; undefined if the store does not have it. */
export async function openObject(store: FileStore | null, hash: string): Promise<Readable | undefined> {
  try {
    return await store?.read(hash);
  } catch (failure) {
    if (failure instanceof ObjectGone) return undefined;
    throw unusable('read', failure);
  }
}

/** The operator's explanation of a store that fails. */
export function unusable(what: 'read' | 'written', cause: unknown): BackupError {
  const why = cause instanceof StoreAway ? cause.reason : messageOf(cause);
  return new BackupError(`The files of the site cannot be ${what}: ${why}`, { cause });
}

/** Puts the objects of a backup into a store, one after another. */
export class ObjectRestore {
  readonly counts = new ObjectCounts();
  private current: { object: BackupObject; hash: Hash; path: string; handle: FileHandle } | undefined;
  private folder: string | undefined;

  /** @param store null if the site has no place for files: then they are missing */
  constructor(private readonly store: FileStore | null) {}

  /** Ends the object before this one. */
  async begin(object: BackupObject): Promise<void> {
    await this.end();
    if (!this.store || object.missing) return this.counts.add(object, 'missing');
    await this.stored(async () => {
      // The folder of uploads may be another user's.
      this.folder ??= await mkdtemp(join(tmpdir(), 'parlour-restore-'));
      const path = join(this.folder, 'object');
      const handle = await open(path, 'w', 0o600);
      this.current = { object, path, handle, hash: createHash('sha256') };
    });
  }

  async write(bytes: Buffer): Promise<void> {
    const { current } = this;
    if (!current) return;
    current.hash.update(bytes);
    await this.stored(() => current.handle.appendFile(bytes));
  }

  /** Ends the last object. */
  async end(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    if (!current) return;
    const { object, path, handle } = current;
    await this.stored(async (store) => {
      await handle.close();
      if (current.hash.digest('hex') !== object.hash) return this.counts.add(object, 'damaged');
      // What is there may be damaged.
      await store.remove(object.hash);
      await store.put(object.hash, path);
      this.counts.add(object, 'whole');
    });
  }

  /** Removes what is not stored. */
  async close(): Promise<void> {
    await this.current?.handle.close();
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  private async stored(work: (store: FileStore) => Promise<void>): Promise<void> {
    const { store } = this;
    if (!store) return;
    try {
      await work(store);
    } catch (failure) {
      throw unusable('written', failure);
    }
  }
}
