import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Secrets } from '@parlour/embedded/data-folder';
import { findRunningPostgres } from '@parlour/deployment/postgres/postgres-server';
import { until } from '@parlour/kernel/testing/until';
import type { Product } from '../e2e/running-product.ts';

/** How long eventual consistency may take on a busy machine, after a leader's lease expired. */
export const patienceMs = 60_000;

/** Waits until a condition returns a value. */
export async function eventually<Value>(what: string, condition: () => Promise<Value | undefined>): Promise<Value> {
  return (await until(what, condition, patienceMs)) as Value; // it waits for as long as there is none
}

/** A process of a site, as its supervisor sees it. */
export interface SiteProcess {
  /** For example `qa-1`. */
  readonly name: string;
  readonly pid: number;
  readonly healthPort: number;
}

/** The current process. */
export async function processesOf({ dataDir }: Product): Promise<readonly SiteProcess[]> {
  return JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')) as SiteProcess[]; // written by the supervisor
}

/** Sends a signal to all processes with these names, and returns them. */
export async function signal(product: Product, names: RegExp, what: NodeJS.Signals): Promise<readonly SiteProcess[]> {
  const found = (await processesOf(product)).filter(({ name }) => names.test(name));
  for (const { pid } of found) process.kill(pid, what);
  return found;
}

/** Whether a process is ready. */
export function isReady({ healthPort }: SiteProcess): Promise<boolean> {
  return fetch(`http://127.0.0.1:${healthPort}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Waits until all of them were restarted and are ready. */
export async function comeBack(product: Product, ended: readonly SiteProcess[]): Promise<void> {
  for (const { name, pid } of ended) {
    await until(
      `${name} is back`,
      async () => {
        // Polled slowly, to leave CPU time to the processes that recover.
        await delay(100);
        const now = (await processesOf(product)).find((each) => each.name === name);
        return now !== undefined && now.pid !== pid && (await isReady(now));
      },
      patienceMs,
    );
  }
}

/** A broker for one file only. */
export interface OwnBroker {
  stop(): Promise<void>;
}

/** Starts it like `npm run kafka`; with the same data it continues. */
export async function startOwnBroker(dataDir: string, [port, controllerPort]: readonly number[]): Promise<OwnBroker> {
  const program = fileURLToPath(new URL('../../deploy/kafka/broker.mjs', import.meta.url));
  const places = { DATA_DIR: dataDir, KAFKA_PORT: String(port), KAFKA_CONTROLLER_PORT: String(controllerPort) };
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_OPTIONS: '', ...places },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    ended.then(() => {
      throw new Error('the broker ended while starting');
    }),
  ]);
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The main process of the site's PostgreSQL; undefined if it is not running. */
export async function postmasterOf({ dataDir }: Product): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/**
 * The environment that points a tool to a site's databases by address, with passwords in files of a
 * folder.
 */
export async function addressesOf(dataDir: string, passwords: string): Promise<Record<string, string>> {
  const running = await findRunningPostgres(join(dataDir, 'postgres'));
  if (!running) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Pick<
    Secrets,
    'databasePasswords'
  >; // as it is written
  await mkdir(passwords, { recursive: true });
  for (const [source, password] of Object.entries(secrets.databasePasswords)) {
    await writeFile(join(passwords, `${source}-password`), `${password}\n`, { mode: 0o600 });
  }
  const { host, port } = running;
  return { PGHOST: host, PGPORT: String(port), PGDATABASE: 'parlour', DATABASE_PASSWORDS_DIR: passwords };
}
