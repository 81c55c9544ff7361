import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Takes a lock file, or says which process holds it. The lock of a dead process is free: the file
 * names its holder by process id and start time, because ids are reused. Needs no library, and
 * nothing of the file system except `link`.
 *
 * @param {string} file
 * @returns {Promise<{ release: () => void, holder?: undefined } | { release?: undefined, holder:
 * number }>}
 */
export async function takeLock(file) {
  const held = read(file);
  // Nothing is written then, because the disk may be full.
  if (held !== undefined && isAlive(held)) return { holder: JSON.parse(held).pid };
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  // Written to a temporary file and then linked, so that every reader of the lock sees its holder.
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, mine);
    for (;;) {
      if (linkTo(own, file)) return { release: () => release(file, mine) };
      const found = read(file);
      if (found === undefined) continue;
      if (isAlive(found)) return { holder: JSON.parse(found).pid };
      await clearAway(own, file, found);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Whether a living process holds a lock file.
 *
 * @param {string} file
 * @returns {boolean}
 */
export function isHeld(file) {
  const held = read(file);
  return held !== undefined && isAlive(held);
}

/**
 * Removes the lock of a dead process, under a lock of its own: otherwise the second of two would
 * remove what the first has just taken.
 */
async function clearAway(own, file, stale) {
  const clearing = `${file}.clearing`;
  if (!linkTo(own, clearing)) {
    const other = read(clearing);
    if (other !== undefined && !isAlive(other)) rmSync(clearing, { force: true });
    await delay(5);
    return;
  }
  try {
    if (read(file) === stale) rmSync(file, { force: true });
  } finally {
    rmSync(clearing, { force: true });
  }
}

function release(file, mine) {
  if (read(file) === mine) rmSync(file, { force: true });
}

function linkTo(own, file) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(text) {
  try {
    const { pid, started } = JSON.parse(text);
    const now = startOf(pid);
    return now !== undefined && now === started;
  } catch {
    // Not ours, or cut off by a full disk: the lock is free.
    return false;
  }
}

/**
 * A process's start time, which no other process with that id shares; undefined if there is none.
 */
function startOf(pid) {
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may contain anything; the state is the first field after it, the
      // start time the twentieth.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${fields[19]} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
    }
    process.kill(pid, 0);
    if (process.platform === 'win32') return 'alive';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC' },
    }).trim();
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : undefined;
  }
}
