import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { writeSchemas } from '../../libs/contracts/schemas.mjs';

/**
 * Starts the PostgreSQL of this run and passes its address to the test files, which inherit this
 * environment.
 */
export default async function startTestPostgres() {
  const program = fileURLToPath(new URL('postgres-process.mjs', import.meta.url));
  // A separate process: it needs TypeScript and our sources, which this one, without a transform,
  // cannot load.
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((_, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`The PostgreSQL for tests ended while starting (${code})`)));
  });
  const ready = new Promise((settle) => {
    createInterface({ input: child.stdout }).once('line', settle);
  });
  // Replies are checked against them.
  await writeSchemas();
  process.env.PARLOUR_TEST_POSTGRES = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  globalThis.parlourTestPostgres = child;
}
