import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../deploy/embedded/dist/main.js', import.meta.url));

/** How long a start may take before it has failed: a cold one makes a database. */
const startLimitMs = 60_000;

/** The built product, running. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** What it has printed so far. */
  readonly output: readonly string[];
  /** Sends the signal and waits for the end; its PostgreSQL may outlive a SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A folder for the data of one test file. */
export async function makeDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'parlour-e2e-'));
}

/** Removes what `makeDataFolder` made; the product must have ended. */
export async function removeDataFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/**
 * Starts the built product as `npm start` does, with `words` behind `--`, on a free port unless one is given.
 * @throws {Error} with what it printed when it ends before it is ready
 */
export async function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  words: readonly string[] = [],
): Promise<Product> {
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const url = await readyUrl(child, output);
  return {
    url,
    dataDir,
    pid: child.pid!,
    output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

function readyUrl(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (failure: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${failure}:\n${output.join('\n')}`));
    };
    const limit = setTimeout(() => give('Parlour was not ready in time'), startLimitMs);
    child.once('exit', (code) => {
      clearTimeout(limit);
      give(`Parlour ended (${code})`);
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const [, url] = /^Parlour is ready: (http\S+)$/.exec(line) ?? [];
        if (!url) return;
        clearTimeout(limit);
        resolve(url);
      });
    }
  });
}
