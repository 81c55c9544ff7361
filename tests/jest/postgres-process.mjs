// The PostgreSQL of a test run, in its own process: it ends when its standard input does, that is
// with the run, however that ends. If a set-up already has a server and names its superuser in
// PARLOUR_TEST_SERVER, this only prepares it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sources } from '@parlour/contracts/envelope';
import { startPostgres } from '@parlour/deployment/postgres/postgres-server';
import { provisionDatabase } from '@parlour/deployment/postgres/provision';

const given = process.env.PARLOUR_TEST_SERVER;
const folder = await mkdtemp(join(tmpdir(), 'parlour-test-'));
const server = given
  ? { admin: JSON.parse(given), stop: () => Promise.resolve() }
  : await startPostgres({ dataDir: folder, durable: false });

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
process.stdin.resume().on('end', end).on('error', end);
// Ctrl-C reaches the whole process group: the run itself says when it is done with the database.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', end);

const template = 'parlour_template';
const passwords = Object.fromEntries(sources.map((source) => [source, `password-of-${source}`]));
const roles = sources.map((source) => ({ source, password: passwords[source] }));
await provisionDatabase(server.admin, { database: template, roles });
process.stdout.write(`${JSON.stringify({ admin: server.admin, template, passwords })}\n`);
