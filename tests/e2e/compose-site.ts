import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Product } from './running-product.ts';
import { siteNameOf } from './site-name.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function callOf(
  dataDir: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): [string, string[], { cwd: string; env: NodeJS.ProcessEnv; maxBuffer: number }] {
  const env = { ...process.env, PORT: '0', LIMITS: 'generous', LOG_LEVEL: 'warn', ...environment };
  const all = ['compose', '--progress', 'quiet', '--project-name', siteNameOf(dataDir), ...words];
  return ['docker', all, { cwd: root, env, maxBuffer: 100_000_000 }];
}

/** Runs docker compose on the site of a folder, and returns its output. */
export async function compose(
  dataDir: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(...callOf(dataDir, words, environment));
  return stdout.trim();
}

/**
 * Starts docker-compose.yml, on a port that the engine chooses by default. Ending it keeps
 * containers and data.
 */
export async function startComposeSite(dataDir: string, environment: Record<string, string>): Promise<Product> {
  await compose(dataDir, ['up', '--detach', '--wait', '--wait-timeout', '300'], environment);
  const output: string[] = [];
  const logs = spawn(...callOf(dataDir, ['logs', '--follow', '--no-color', '--no-log-prefix'], environment));
  const followed = once(logs, 'exit');
  createInterface({ input: logs.stdout }).on('line', (line) => output.push(line));
  return {
    url: `http://${await compose(dataDir, ['port', 'gateway', '3000'])}`,
    dataDir,
    pid: logs.pid!,
    output,
    async end(signal = 'SIGTERM') {
      if (logs.exitCode !== null) return 0;
      await compose(dataDir, signal === 'SIGTERM' ? ['stop'] : ['kill', '--signal', signal]);
      await followed;
      return 0;
    },
  };
}

/** Removes the site's containers, networks and volumes. */
export async function removeComposeSite(dataDir: string): Promise<void> {
  await compose(dataDir, ['down', '--volumes', '--timeout', '10']);
}
