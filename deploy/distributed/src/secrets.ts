import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '@parlour/contracts/envelope';

// secrets.js <folder>: makes what must stay secret, each in a file of its own, where it is not there yet.

const [, , folder] = process.argv;
if (!folder) {
  console.error('Usage: node secrets.js <folder>');
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
const names = ['actor-secret', 'session-secret', ...['postgres', ...sources].map((role) => `${role}-password`)];
const missing = names.filter((name) => !existsSync(join(folder, name)));
// For the group too: the database's own program runs as somebody else.
for (const name of missing) {
  writeFileSync(join(folder, name), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o640, flag: 'wx' });
}
console.log(missing.length === 0 ? 'All secrets are there.' : `Made: ${missing.join(', ')}.`);
