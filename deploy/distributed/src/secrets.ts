import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretNames, secretShares } from './secret-shares.ts';

// secrets.js <folder> [<folder of shares>]: makes what must stay secret, each in a file of its own, where it is not there yet; and lays into a folder below
// the second one, for each process, those alone that it needs.

const [, , folder, shares] = process.argv;
if (!folder) {
  console.error('Usage: node secrets.js <folder> [<folder of shares>]');
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
const missing = secretNames.filter((name) => !existsSync(join(folder, name)));
// For the group too: the database's own program runs as somebody else. A copy has the same mode.
for (const name of missing) {
  writeFileSync(join(folder, name), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o640, flag: 'wx' });
}
for (const [reader, names] of shares ? Object.entries(secretShares) : []) {
  const own = join(shares ?? '', reader);
  mkdirSync(own, { recursive: true });
  for (const name of names) copyFileSync(join(folder, name), join(own, name));
}
console.log(missing.length === 0 ? 'All secrets are there.' : `Made: ${missing.join(', ')}.`);
