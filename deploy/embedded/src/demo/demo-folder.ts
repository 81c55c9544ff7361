import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { readOptional, writeWhole } from '../data-folder.ts';
import { StartError } from '../start-error.ts';

/** How long a service answers a repeated command what it answered before; a demonstration that was broken off longer ago cannot be finished. */
const continuedWithinMs = 20 * 60 * 60_000;

/** What is known of the demonstration in a data folder. */
export interface DemoFolder {
  /** Whether all of it is there. */
  readonly made: boolean;
  /** When it was begun for the first time, in milliseconds since 1970. */
  readonly begunAt: number;
  /** Notes that all of it is there, for ever. */
  markMade(): Promise<void>;
}

/**
 * Claims a data folder for the demonstration: a new one, or one that was claimed before. Its passwords are published, so it never gets
 * into the data of a real site.
 * @throws {StartError} for such a folder, or one whose demonstration was broken off long ago
 */
export async function claimForDemonstration(path: string): Promise<DemoFolder> {
  const file = markerIn(path);
  const text = await readOptional(file);
  if (text === undefined && (await exists(join(path, 'postgres')))) {
    throw new StartError(`The data in ${path} is not the demonstration's: choose another folder with DATA_DIR.`);
  }
  // The cast: written below alone, whole or not at all.
  const found = (text === undefined ? {} : JSON.parse(text)) as { begunAt?: string; madeAt?: string };
  const begunAt = found.begunAt ?? new Date().toISOString();
  const made = found.madeAt !== undefined;
  if (!made && Date.now() - Date.parse(begunAt) > continuedWithinMs) {
    throw new StartError(
      `The demonstration in ${path} was broken off long ago: remove that folder, and the next start makes a new one.`,
    );
  }
  if (text === undefined) await write(file, { begunAt });
  return {
    made,
    begunAt: Date.parse(begunAt),
    markMade: () => write(file, { begunAt, madeAt: new Date().toISOString() }),
  };
}

/** Whether the passwords of this folder's site are published. */
export async function holdsDemonstration(path: string): Promise<boolean> {
  return exists(markerIn(path));
}

function markerIn(path: string): string {
  return join(path, 'demonstration.json');
}

function write(file: string, content: object): Promise<void> {
  return writeWhole(file, `${JSON.stringify(content, null, 2)}\n`, 0o644);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
