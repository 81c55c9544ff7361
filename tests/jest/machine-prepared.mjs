import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for what `.ci/run` installs and builds while earlier tests run.
 *
 * @returns {Promise<boolean>} false, at once, if the tests were started in another way
 */
export async function machinePrepared() {
  const notes = process.env.PARLOUR_PREPARATION;
  if (!notes) return false;
  const code = join(notes, 'code');
  while (!existsSync(code)) await delay(200);
  if (readFileSync(code, 'utf8').trim() === '0') return true;
  throw new Error(`This machine could not be prepared:\n${readFileSync(join(notes, 'log'), 'utf8').slice(-5_000)}`);
}
