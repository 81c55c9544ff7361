// The sites that run from this copy of Parlour: what they read must stay as long as they do.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isHeld, takeLock } from './lock.mjs';
import { notes } from './ready.mjs';

/** Notes until its end that this process runs from what is built here. */
export async function noteRun() {
  try {
    mkdirSync(notes, { recursive: true });
    for (const file of runs()) if (!isHeld(file)) rmSync(file, { force: true });
    const { release } = await takeLock(join(notes, `runs.${process.pid}`));
    if (release) process.once('exit', release);
  } catch (error) {
    // Where its user cannot write, nothing is built either.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** Whether a site runs from what is built here. */
export function isRun() {
  return runs().some(isHeld);
}

function runs() {
  try {
    return readdirSync(notes)
      .filter((name) => /^runs\.\d+$/.test(name))
      .map((name) => join(notes, name));
  } catch {
    return [];
  }
}
