import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the process of the run's shared site; files inherit its address. */
export default async function startShared() {
  const program = fileURLToPath(new URL('../e2e/shared-process.ts', import.meta.url));
  // A separate process: it needs TypeScript, which this one, without a transform, cannot load.
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((_, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`The process of the shared site ended while starting (${code})`)));
  });
  const ready = new Promise((settle) => {
    createInterface({ input: child.stdout }).once('line', settle);
  });
  process.env.PARLOUR_TEST_SHARED = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  globalThis.parlourTestShared = child;
}
