import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { removeComposeSite, startComposeSite } from './compose-site.ts';
import type { Product } from './running-product.ts';
import { siteNameOf } from './site-name.ts';

/** The product's deployments: one process, several, or containers. */
type Shape = 'embedded' | 'distributed' | 'compose';

/** The deployment under test; the Jest projects `distributed` and `compose` set it. */
const shape = (process.env['PARLOUR_SHAPE'] ?? 'embedded') as Shape; // only set by their set-ups

/**
 * How long a start may take on a busy machine: a cold one creates a database, `--demo` fills it.
 */
const startLimitMs = 240_000;

/** A data folder for one test file. */
export async function makeDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'parlour-e2e-'));
}

/** Removes what `makeDataFolder` made; the product must have ended. */
export async function removeDataFolder(path: string): Promise<void> {
  if (shape === 'compose') await removeComposeSite(path);
  await rm(path, { recursive: true, force: true });
}

/**
 * Starts the built product like `npm start`, with `words` after `--`, on a free port by default.
 * @throws {Error} with its output when it ends before it is ready
 */
export async function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  words: readonly string[] = [],
  as: Shape = shape,
): Promise<Product> {
  if (as === 'compose') return startComposeSite(dataDir, environment);
  const program = fileURLToPath(new URL(`../../deploy/${as}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...(as === 'distributed' && sharedBroker(dataDir)),
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

const progress = /^\s*\d+\.\d s |^Parlour is ready/;
/** Log messages for waits that a busy machine can cause, for the database or between services. */
const waiting = /service\.unavailable|connection timeout|timeout exceeded when trying to connect/;

/** A site's complaints in its output, without those about waiting. */
export function complaintsIn(output: readonly string[]): readonly string[] {
  return output.filter((line) => !progress.test(line) && !waiting.test(line));
}

/**
 * A broker is the slowest part to start: the sites of a run share one, each with its own topics.
 */
function sharedBroker(dataDir: string): Record<string, string> {
  const broker = process.env['KAFKA_BROKER'];
  if (!broker) return {};
  return { KAFKA_BROKERS: broker, TOPIC_PREFIX: siteNameOf(dataDir) };
}

let served = 0;

/**
 * The gateway of the next person: with two gateways every other person uses the second, on the next
 * port.
 */
export function nextGateway(url: string): string {
  if (shape !== 'distributed' || served++ % 2 === 0) return url;
  const other = new URL(url);
  other.port = String(Number(other.port) + 1);
  return other.origin;
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
