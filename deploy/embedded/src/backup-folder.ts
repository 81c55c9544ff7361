import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { BackupError } from '@parlour/deployment/backup/backup-format';

import { makeFolder, whyUnwritable } from './folders.ts';

// A folder of backups that a timer fills: the names say when each was taken.

const dayMs = 24 * 3_600_000;

/** Names sort by time, and have no colon, which some file systems refuse. */
const named = /^parlour-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup(?:\.part)?$/;

/** The name of a backup that begins now. */
export function backupName(now: Date): string {
  return `parlour-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

const completeBackups = (names: readonly string[]): string[] =>
  names.filter((name) => named.test(name) && name.endsWith('.backup'));

/**
 * Which files of the folder are older than so many days: backups, and what remains of one that was
 * broken off. The newest complete backup stays, however old it is: the next one may fail. One of a
 * time to come does not count as the newest: the clock was wrong then. Other files are nobody's but
 * the operator's.
 */
export function outdatedBackups(names: readonly string[], days: number, now: Date): string[] {
  const latest = backupName(now);
  const newest = completeBackups(names)
    .filter((name) => name <= latest)
    .toSorted()
    .at(-1);
  return names.filter((name) => {
    const [, day, hours, minutes, seconds] = named.exec(name) ?? [];
    if (day === undefined || name === newest) return false;
    return now.getTime() - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) > days * dayMs;
  });
}

/** How a folder is kept. */
export interface Keeping {
  readonly days: number;
  readonly now: Date;
  readonly log: (line: string) => void;
}

/**
 * Takes a backup into a new file of the folder, and removes the outdated ones: before, because a
 * full disk would take no backup any more, and after, when the last one is no longer the newest.
 * `take` resolves with the number of events in it. Of a site without any nothing is kept: it may be
 * new, or the wrong one, and must not replace the backups of the real one.
 * @throws {BackupError} when the site has no events, but the folder has a backup; or when the
 *   folder cannot be written
 */
export async function backUpInto(
  folder: string,
  keeping: Keeping,
  take: (file: string) => Promise<number>,
): Promise<void> {
  await explained(folder, async () => {
    await makeFolder(folder, 0o700);
    await removeOutdated(folder, keeping);
  });
  const file = join(folder, backupName(keeping.now));
  if ((await take(file)) === 0) {
    await rm(file);
    const none = `The site has no events, so ${file} was not kept`;
    if (completeBackups(await readdir(folder)).length > 0) throw new BackupError(`${none}: is this the right site?`);
    keeping.log(`${none}.`);
    return;
  }
  await explained(folder, () => removeOutdated(folder, keeping));
}

async function explained(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const found = whyUnwritable(cause);
    throw found ? new BackupError(`${folder} cannot be written (${found.reason}).`, { cause }) : cause;
  }
}

async function removeOutdated(folder: string, { days, now, log }: Keeping): Promise<void> {
  for (const name of outdatedBackups(await readdir(folder), days, now)) {
    await rm(join(folder, name), { force: true });
    log(`${join(folder, name)}: removed, older than ${days} days`);
  }
}
