import { setTimeout as delay } from 'node:timers/promises';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import type { SiteRun } from './run-site.ts';
import { StartError } from './start-error.ts';

const predecessorEndsWithinMs = 2_000;

/**
 * Takes a site's folder for as long as the site runs. One that has just been told to stop may need a moment; one that runs on is the answer.
 * @throws {StartError} naming the process that has it
 */
export async function claimFolder(path: string, { interrupted, log, atEnd }: SiteRun): Promise<DataFolder> {
  const deadline = performance.now() + predecessorEndsWithinMs;
  for (let logged = false; ; logged = true) {
    const folder = await openDataFolder(path);
    if (!('holder' in folder)) {
      atEnd('the data folder', () => folder.release());
      return folder;
    }
    const who = `Another Parlour (process ${folder.holder})`;
    if (performance.now() > deadline) {
      throw new StartError(`${who} already uses the data in ${path}: stop it, or choose another folder with DATA_DIR.`);
    }
    if (!logged) log(`process ${folder.holder} has the data folder: seeing whether it is about to end`);
    await delay(50, undefined, { signal: interrupted });
  }
}
