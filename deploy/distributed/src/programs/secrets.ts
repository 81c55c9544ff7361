import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretNames, secretShares } from '../secret-shares.ts';

// secrets.js <folder> [<folder of shares>]: creates missing secrets, each in its own file; and
// copies into a folder per process, below the second one, only those that it needs.
//
// A file is its secret to the byte, without a line feed: Kubernetes passes on whole files, and
// CloudNativePG takes all of one for the password, while our processes trim what they read.

const [, , folder, shares] = process.argv;
if (!folder) {
  console.error('Usage: node secrets.js <folder> [<folder of shares>]');
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
// A full disk can leave empty files.
const isThere = (name: string): boolean => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
const missing = secretNames.filter((name) => !isThere(name));
// Shares are readable by the group too, because the database image runs as another user. Copies
// keep the mode.
const mode = shares ? 0o640 : 0o600;
for (const name of missing) {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, randomBytes(32).toString('base64url'), { mode });
  // Whole or not at all.
  renameSync(`${file}.new`, file);
}
for (const [reader, names] of shares ? Object.entries(secretShares) : []) {
  const own = join(shares ?? '', reader);
  mkdirSync(own, { recursive: true });
  for (const name of names) copyFileSync(join(folder, name), join(own, name));
}
console.log(missing.length === 0 ? 'All secrets are there.' : `Made: ${missing.join(', ')}.`);
