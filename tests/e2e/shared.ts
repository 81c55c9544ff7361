import { basename } from 'node:path';
import { expect } from '@jest/globals';
import { fromRun } from './from-run.ts';

/** The site that the files of a run share. None may stop it, and none is alone on it. */
export interface SharedSite {
  readonly url: string;
  readonly dataDir: string;
}

/** Starts the shared site where no file has yet. */
export async function sharedSite(): Promise<SharedSite> {
  return fromRun<SharedSite>('site');
}

/** What the shared site has printed so far, whoever was on it. */
export async function outputOfSharedSite(): Promise<readonly string[]> {
  return fromRun<readonly string[]>('output');
}

/**
 * A name that no other file gives, nor has within its own: `Ann` is `Ann in messaging file` in
 * messaging.e2e.spec.ts, which is no part of `Ann in messaging-keyboard file`.
 */
export function own(name: string): string {
  return `${name} in ${fileName} file`;
}

const fileName = basename(expect.getState().testPath ?? '', '.e2e.spec.ts');
