import { basename } from 'node:path';

/** A site's name on a shared broker or engine: small letters and digits, unique per data folder. */
export function siteNameOf(dataDir: string): string {
  return basename(dataDir)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
