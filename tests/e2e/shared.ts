import { basename } from 'node:path';
import { expect } from '@jest/globals';
import { fromRun } from './from-run.ts';

/** The site that the files of a run share. They must not stop it, and are not alone on it. */
export interface SharedSite {
  readonly url: string;
  readonly dataDir: string;
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
