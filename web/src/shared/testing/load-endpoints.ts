import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const root = 'web/src';

/** Loads every file with endpoints, as if all screens had been visited; returns the files. */
export async function loadEndpoints(): Promise<readonly string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.api.ts'));
  for (const file of files) await import(resolve(root, file));
  return files;
}
