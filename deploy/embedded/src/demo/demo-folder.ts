import { join } from 'node:path';

import { readOptional, writeWhole } from '../data-folder.ts';
import { exists } from '../folders.ts';
import { StartError } from '../start-error.ts';

/**
 * How long a service recognises a repeated command; a demonstration that was interrupted longer ago
 * cannot be completed.
 */
const continuedWithinMs = 20 * 60 * 60_000;

/** The state of the demonstration in a data folder. */
export interface DemoFolder {
  /** Whether it is complete. */
  readonly made: boolean;
  /** When it was first begun, in milliseconds since 1970. */
  readonly begunAt: number;
  /** Notes that it is complete. */
  markMade(): Promise<void>;
}

/**
 * Claims a data folder for the demonstration: a new one, or one claimed before. Its passwords are
 * published, so it must never get into the data of a real site.
 * @throws {StartError} for such a folder, or one whose demonstration was interrupted too long ago
 */
export async function claimForDemonstration(path: string): Promise<DemoFolder> {
  const file = markerIn(path);
  const hasData = await exists(join(path, 'postgres'));
  const text = await readOptional(file);
  if (text === undefined && hasData) {
    throw new StartError(`The data in ${path} is not the demonstration's: choose another folder with DATA_DIR.`);
  }
  // Only written below, atomically.
  const found = (text === undefined ? {} : JSON.parse(text)) as { begunAt?: string; madeAt?: string };
  // A start that failed before there was a database has begun nothing.
  const begunAt = (hasData ? found.begunAt : undefined) ?? new Date().toISOString();
  const made = found.madeAt !== undefined;
  if (!made && Date.now() - Date.parse(begunAt) > continuedWithinMs) {
    throw new StartError(
      `The demonstration in ${path} was interrupted too long ago: remove that folder, and the next start makes a new one.`,
    );
  }
  if (begunAt !== found.begunAt) await write(file, { begunAt });
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
