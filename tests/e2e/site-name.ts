import { basename } from 'node:path';

/** What a site is called beside others on one broker or one engine: small letters and digits, its own for each folder of data. */
export function siteNameOf(dataDir: string): string {
  return basename(dataDir)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
