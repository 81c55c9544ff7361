import { basename } from 'node:path';
import { expect } from '@jest/globals';

/** The site that the files of a run share. They must not stop it, and are not alone on it. */
export interface SharedSite {
  readonly url: string;
  readonly dataDir: string;
}

/** What the process of the run offers: tests/e2e/shared-process.ts. */
async function fromRun<Made>(name: 'site' | 'output'): Promise<Made> {
  const address = process.env['PARLOUR_TEST_SHARED']; // set by the project's set-up
  if (!address) throw new Error('This Jest project has no set-up that starts a shared site.');
  const response = await fetch(`${address}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Made; // as the process offers it under this name
}

/** Starts the shared site unless a file already did. */
export async function sharedSite(): Promise<SharedSite> {
  return fromRun<SharedSite>('site');
}

/** The shared site's output so far, for all files. */
export async function outputOfSharedSite(): Promise<readonly string[]> {
  return fromRun<readonly string[]>('output');
}

/**
 * A name that no other file uses or contains: `Ann` is `Ann in messaging file` in
 * messaging.e2e.spec.ts, which is no part of `Ann in messaging-keyboard file`.
 */
export function own(name: string): string {
  return `${name} in ${fileName} file`;
}

const fileName = basename(expect.getState().testPath ?? '', '.e2e.spec.ts');
