import type { Stats } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '@parlour/kernel/process/error-code';

// Folders that an operator names: created if needed, and errors explained.

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
};

/** The reason why a folder cannot be written. */
export interface Unwritable {
  readonly reason: string;
  /** Whether free space would help. */
  readonly isFull: boolean;
}

/** Explains an error of the file system; undefined for any other. */
export function whyUnwritable(failure: unknown): Unwritable | undefined {
  const code = codeOf(failure) ?? '';
  const reason = reasons[code];
  return reason === undefined ? undefined : { reason, isFull: code === 'ENOSPC' || code === 'EDQUOT' };
}

/**
 * Creates a folder with those above it, unless it is there. Node's own `recursive` tries for ever
 * in a folder such as /proc, which says that it does not exist.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await statOptional(path);
  if (found?.isDirectory()) return;
  if (!found && dirname(path) !== path) await makeFolder(dirname(path), mode);
  try {
    await mkdir(path, { mode });
  } catch (failure) {
    // Another process may have been faster. A dangling link exists too: then `stat` fails.
    if (codeOf(failure) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw failure;
  }
}

/** Whether there is such a file or folder. */
export async function exists(path: string): Promise<boolean> {
  return (await statOptional(path)) !== undefined;
}

async function statOptional(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return undefined;
    throw failure;
  }
}
