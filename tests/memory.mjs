// Temporary files of tests in memory: creating a test's database takes a fifth of the time there.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. Containers often have little of it. */
const memory = '/dev/shm';
const prefix = 'parlour-tests-';

/** The temporary files of `npm test` take up to 0.5 GB; browsers and servers need as much again. */
const roomForFiles = 2 * 1024 ** 3;
const roomForAll = 5 * 1024 ** 3;

let folder;

/**
 * A folder in memory, which ends with this process.
 * @returns undefined on other systems, or without room
 */
export function folderInMemory() {
  if (folder !== undefined || !hasRoom()) return folder;
  removeLeftOver();
  folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom() {
  if (process.platform !== 'linux' || freemem() < roomForAll) return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomForFiles;
  } catch {
    return false;
  }
}

/** What runs that were killed have left. */
function removeLeftOver() {
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    try {
      process.kill(Number(name.slice(prefix.length)), 0);
    } catch (failure) {
      // Of another user, it still runs.
      if (failure.code === 'ESRCH') rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
}
