import { setTimeout as delay } from 'node:timers/promises';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import type { SiteRun } from './run-site.ts';
import { StartError } from './start-error.ts';

const predecessorEndsWithinMs = 2_000;

/**
 * Takes a site's data folder for as long as the site runs. Waits a moment for a holder that may be
 * stopping.
 * @throws {StartError} naming the process that holds it
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
    if (!logged) log(`process ${folder.holder} holds the data folder, waiting for it to stop`);
    await delay(50, undefined, { signal: interrupted });
  }
}
