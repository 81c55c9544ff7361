import { setTimeout as delay } from 'node:timers/promises';

import { provisionDatabase } from '@parlour/kernel/postgres/provision';
import { sources } from '@parlour/contracts/envelope';

import { whenCallerEnds } from './caller.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { claimForDemonstration, holdsDemonstration } from './demo/demo-folder.ts';
import { keepPostgres, type KeptPostgres } from './kept-postgres.ts';
import { addressForBrowsers, claimPort, explainListening, waitUntilReady } from './ports.ts';
import { configurationExitCode, readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';

// The whole product in one process, from the configuration to the line that it is ready, and back.

/** Ten seconds are promised; one is left for the process to end. */
const endsWithinMs = 9000;
const predecessorEndsWithinMs = 2000;
/** npm hands a Ctrl-C on that the terminal has sent us already: what comes this soon is the same one. */
const sameSignalMs = 1000;

// The launcher's own time counts too.
const began = (globalThis as { parlourBegan?: number }).parlourBegan ?? performance.now();
const interrupted = new AbortController();
/** What has been started, in order; ended in the opposite order. */
const closers: { readonly what: string; close(): Promise<void> | void }[] = [];
let postgres: KeptPostgres | undefined;
let exitCode = 0;

function log(message: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${message}`);
}

function readSettingsOrExit(): Settings {
  const { settings, faults } = readSettings(process.env, process.argv.slice(2));
  if (faults.length === 0) return settings;
  console.error(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  process.exit(configurationExitCode);
}

/** One that has just been told to stop may need a moment; one that runs on is the answer. */
async function openFolder(path: string): Promise<DataFolder> {
  const deadline = performance.now() + predecessorEndsWithinMs;
  for (let told = false; ; told = true) {
    const folder = await openDataFolder(path);
    if (!('holder' in folder)) return folder;
    const who = `Another Parlour (process ${folder.holder})`;
    if (performance.now() > deadline) {
      throw new StartError(`${who} already uses the data in ${path}: stop it, or choose another folder with DATA_DIR.`);
    }
    if (!told) log(`process ${folder.holder} has the data folder: seeing whether it is about to end`);
    await delay(50, undefined, { signal: interrupted.signal });
  }
}

async function start(settings: Settings): Promise<void> {
  const folder = await openFolder(settings.dataDir);
  closers.push({ what: 'the data folder', close: () => folder.release() });
  const demonstration = settings.demo ? await claimForDemonstration(settings.dataDir) : undefined;
  if (!settings.demo && (await holdsDemonstration(settings.dataDir))) {
    log(`${settings.dataDir} holds the demonstration, whose passwords everybody knows`);
  }
  const port = await claimPort(settings.host, settings.port);
  const config = { ...settings, port };

  // Loaded while PostgreSQL starts: the two take about as long as each other.
  const loading = import('./application.ts');
  loading.catch(() => undefined);

  interrupted.signal.throwIfAborted();
  log(`starting PostgreSQL in ${folder.postgres}`);
  const server = await keepPostgres(folder.postgres, log);
  postgres = server;
  closers.push({ what: 'PostgreSQL', close: () => server.stop() });

  interrupted.signal.throwIfAborted();
  const roles = sources.map((source) => ({ source, password: folder.secrets.databasePasswords[source] }));
  const connections = await provisionDatabase(server.admin, { database: 'parlour', roles });

  interrupted.signal.throwIfAborted();
  const { startApplication } = await loading;
  log('starting services and gateway');
  const application = await startApplication({ connections, secrets: folder.secrets, config, log }).catch(
    (error: unknown) => {
      throw explainListening(error, config.host, config.port);
    },
  );
  closers.push({ what: 'services and gateway', close: () => application.close() });
  await waitUntilReady(config.host, config.port, interrupted.signal);
  if (demonstration?.made === false) {
    const { makeDemonstration } = await import('./demo/demonstration.ts');
    const { begunAt } = demonstration;
    await makeDemonstration({ rpc: application.rpc, begunAt, log, signal: interrupted.signal });
    await demonstration.markMade();
  }
  console.log(`Parlour is ready: ${addressForBrowsers(config.host, config.port)}`);
}

async function end(): Promise<void> {
  const deadline = setTimeout(() => {
    log('this takes too long: ending at once');
    endAtOnce(1);
  }, endsWithinMs);
  for (const closer of closers.reverse()) {
    try {
      await closer.close();
    } catch (error) {
      exitCode = 1;
      console.error(`Closing ${closer.what} failed:`, error);
    }
  }
  clearTimeout(deadline);
}

function endAtOnce(code: number): never {
  postgres?.kill();
  process.exit(code);
}

let firstSignalAt: number | undefined;
function onSignal(signal: NodeJS.Signals): void {
  if (firstSignalAt === undefined) {
    firstSignalAt = performance.now();
    log(`stopping (${signal})`);
    interrupted.abort();
  } else if (performance.now() - firstSignalAt > sameSignalMs) {
    endAtOnce(signal === 'SIGINT' ? 130 : 143);
  }
}

function onFault(error: unknown): void {
  console.error('An error that nobody caught; Parlour ends:', error);
  exitCode = 1;
  interrupted.abort();
}

const settings = readSettingsOrExit();
// Whoever read our lines may be gone before we are: that is no reason to end otherwise than in good order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
whenCallerEnds(() => onSignal('SIGTERM'));
const stopped = new Promise((settle) => interrupted.signal.addEventListener('abort', settle, { once: true }));
try {
  await start(settings);
  await stopped;
} catch (error) {
  // A start that was interrupted has not failed.
  if (!interrupted.signal.aborted) {
    // By name: the class stands in a module that takes longer to load than the rest of this file.
    const misconfigured = error instanceof Error && error.name === 'ConfigurationError';
    exitCode = misconfigured ? configurationExitCode : 1;
    console.error(misconfigured || error instanceof StartError ? error.message : error);
  }
}
await end();
if (firstSignalAt !== undefined) log('stopped');
process.exit(exitCode);
