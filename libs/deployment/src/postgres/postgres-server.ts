import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { freePort } from '@parlour/kernel/process/free-port';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { endPredecessor, signalPostgres } from './postgres-process.ts';
import { failedProgram } from './postgres-start-error.ts';
import { untilAnswering } from './until-answering.ts';
import { chooseRunAs, commandAs, giveTo, type RunAs } from './unprivileged-user.ts';

/** How to start our own PostgreSQL. */
export interface PostgresOptions {
  /**
   * The folder for cluster, socket, password and log of this server. Created if missing; one owner
   * at a time.
   */
  readonly dataDir: string;
  /** Called with a few words before slow steps. */
  readonly log?: (message: string) => void;
  /**
   * False turns fsync off: for tests only, whose data a power failure may lose (a killed server
   * loses nothing).
   */
  readonly durable?: boolean;
  /**
   * The TCP port of an earlier start, so that its clients find the server again; ignored with a
   * Unix socket.
   */
  readonly port?: number;
  /** Ends a start that is still waiting for the server, as for a long recovery. */
  readonly signal?: AbortSignal | undefined;
}

/** How a server ended. */
export interface PostgresExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if `stop` was called. */
  readonly expected: boolean;
}

/** A running PostgreSQL that this process owns. */
export interface PostgresServer {
  /**
   * The folder of the Unix socket, or 127.0.0.1 if that path would be too long or the system has
   * none.
   */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** The superuser, in the database `postgres`. */
  readonly admin: ConnectionOptions;
  /**
   * Ends all sessions and the server, with a last checkpoint; after 5 s it is killed, and the next
   * start recovers.
   */
  stop(): Promise<void>;
  /** Kills it now, without a checkpoint; committed data is safe and recovered by the next start. */
  kill(): void;
  /** Resolves when the server has ended for any reason; never rejects. */
  readonly exited: Promise<PostgresExit>;
}

const superuser = 'parlour_admin';
const socketPort = 5432;
const silenceMs = 60_000;
const logLimitBytes = 8 * 1024 * 1024;

/**
 * Starts PostgreSQL on a folder, creating the cluster first if needed, and resolves when it
 * answers. A server that a killed owner left on the folder is ended first, with all its sessions:
 * the caller must hold a lock that excludes a second living owner. The server runs in its own
 * process group, so that Ctrl-C in the terminal reaches only its owner, who then calls `stop`.
 * @throws {PostgresStartError} with the last lines of the server's log when it ends while starting,
 * is silent for 60 s, or `signal` is aborted. A recovery may take longer: the server says so.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { log = () => undefined, durable = true, signal } = options;
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, 'cluster');
  const binaries = await findPostgresBinaries();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // As root, the server runs as another user, who must be able to pass through this folder.
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const runAs = await chooseRunAs(dataDir, cluster, binaries.postgres);
  const password = await readOrMakePassword(dataDir);
  if (await exists(cluster)) await endPredecessor(cluster, binaries.pgCtl, log);
  else await makeCluster(dataDir, cluster, binaries, runAs, password, { durable, log });

  // A port that was just free may be taken when the server binds it.
  for (let attempt = 1; ; attempt += 1) {
    const address = await chooseAddress(dataDir, runAs, attempt === 1 ? options.port : undefined);
    try {
      return await launch(dataDir, cluster, binaries, runAs, { ...address, password, durable, log, signal });
    } catch (error) {
      if (!(error instanceof Error && /could not (bind|create any TCP)/.test(error.message) && attempt < 5))
        throw error;
    }
  }
}

/**
 * How a tool connects as superuser to the server running on a folder; undefined if none runs.
 * Whether it answers shows on connecting.
 */
export async function findRunningPostgres(dataDir: string): Promise<ConnectionOptions | undefined> {
  const password = await readFile(join(dataDir, 'password'), 'utf8').catch(() => '');
  // Lines four to six: port, folder of the socket, address. PostgreSQL removes the file when it
  // stops.
  const pidFile = await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port, socketFolder, address] = pidFile.split('\n');
  const host = socketFolder || address;
  if (!password || !host || !port) return undefined;
  return { host, port: Number(port), database: 'postgres', user: superuser, password, ssl: false };
}

async function makeCluster(
  dataDir: string,
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string,
  { durable, log }: { durable: boolean; log: (message: string) => void },
): Promise<void> {
  log('creating a new database cluster');
  // Created under another name and then renamed: a first start that is cut off leaves nothing that
  // looks like a cluster.
  const workshop = join(dataDir, 'cluster.new');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  const passwordFile = join(workshop, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await Promise.all([giveTo(runAs, workshop), giveTo(runAs, passwordFile)]);
  const initdb = commandAs(runAs, binaries.initdb, [
    `--pgdata=${join(workshop, 'cluster')}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Set explicitly: initdb's defaults from LANG differ from machine to machine, and may be
    // SQL_ASCII.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? ['--data-checksums'] : ['--no-sync', '--no-data-checksums']),
  ]);
  const child = spawn(initdb.program, initdb.args, {
    ...initdb.options,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  // The arguments of Node's 'close' event.
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw failedProgram(`PostgreSQL could not create ${cluster}`, complaint);
  await rename(join(workshop, 'cluster'), cluster);
  await rm(workshop, { recursive: true, force: true });
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly settings: readonly string[];
}

/**
 * A Unix socket if possible: no port conflicts, no other users can connect, and round trips take a
 * third less time.
 */
async function chooseAddress(dataDir: string, runAs: RunAs, wantedPort: number | undefined): Promise<Address> {
  const folder = join(dataDir, 'socket');
  // The kernel allows 104 bytes on macOS, 108 on Linux, for the whole path.
  if (process.platform !== 'win32' && Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) < 104) {
    // Emptied, because its lock file names a process of an earlier run, whose id may be reused.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await giveTo(runAs, folder);
    // Quoted, because the setting is a comma-separated list.
    const quoted = `"${folder.replaceAll('"', '""')}"`;
    const settings = ['listen_addresses=', `unix_socket_directories=${quoted}`, 'unix_socket_permissions=0700'];
    return { host: folder, port: socketPort, settings };
  }
  const port = wantedPort ?? (await freePort('127.0.0.1'));
  return { host: '127.0.0.1', port, settings: ['listen_addresses=127.0.0.1', 'unix_socket_directories='] };
}

interface Launching extends Required<Pick<PostgresOptions, 'durable' | 'log'>> {
  readonly password: string;
  readonly signal: AbortSignal | undefined;
}

async function launch(
  dataDir: string,
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  { host, port, settings, password, durable, log, signal }: Address & Launching,
): Promise<PostgresServer> {
  const logFile = join(dataDir, 'postgres.log');
  await limitLog(logFile);
  const logHandle = await open(logFile, 'a', 0o600);
  const logStart = (await logHandle.stat()).size;
  const command = commandAs(runAs, binaries.postgres, [
    '-D',
    cluster,
    ...[`port=${port}`, ...settings, ...serverSettings(durable)].flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    cwd: '/',
    env: environment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', logHandle.fd, logHandle.fd],
  });
  let stopping = false;
  const exited = new Promise<PostgresExit>((settle) => {
    child.once('exit', (code, signal) => settle({ code, signal, expected: stopping }));
    child.once('error', () => settle({ code: null, signal: null, expected: stopping }));
  });
  await logHandle.close();

  const admin: ConnectionOptions = { host, port, database: 'postgres', user: superuser, password, ssl: false };
  const stop = async (): Promise<void> => {
    stopping = true;
    await end(child, exited, binaries.pgCtl);
  };
  const kill = (): void => {
    stopping = true;
    child.kill('SIGQUIT');
  };
  try {
    await untilAnswering(admin, { silenceMs, exited, signal, log });
  } catch (cause) {
    await stop();
    const own = (await readFile(logFile)).subarray(logStart).toString('utf8');
    throw failedProgram(`PostgreSQL did not start on ${cluster}`, own || String(cause), cause);
  }

  const recovery = await recoveryIn(logFile, logStart);
  for (const line of recovery) log(`PostgreSQL: ${line}`);
  if (recovery.some((line) => tornRecord.test(line))) {
    log(
      'The log of the last writes ends with a damaged record. After a loss of power that is usual; otherwise writes that were acknowledged last may be missing: see "A damaged database" in docs/operations.md.',
    );
  }

  const logWatch = setInterval(() => void limitLog(logFile).catch(() => undefined), 10 * 60_000);
  logWatch.unref();
  void exited.then(() => clearInterval(logWatch));
  // Defined here: a process that has answered has been spawned.
  const pid = child.pid as number;
  return { host, port, pid, admin, stop, kill, exited };
}

/** Not of the usual ends: nothing after the last record, or what an older use of the file left. */
const tornRecord =
  /incorrect (?:resource manager data )?checksum|invalid resource manager ID|invalid record length at .*got [1-9]/;

/**
 * PostgreSQL's log lines about recovery in this start. Only an operator can tell whether commits
 * are missing: a damaged end of the log looks like one that was cut off.
 */
async function recoveryIn(logFile: string, from: number): Promise<string[]> {
  const lines = (await readFile(logFile)).subarray(from).toString('utf8').split('\n');
  const telling = /not properly shut down|redo (?:starts|done|is not required)|invalid |incorrect |unexpected |corrupt/;
  // A hint alone would alarm: it belongs to a line that may tell nothing.
  const messages = lines.flatMap((line) => /(?:LOG|WARNING|ERROR|FATAL|PANIC): {2}(.*)/.exec(line)?.[1] ?? []);
  return messages.filter((message) => telling.test(message));
}

async function end(child: ChildProcess, exited: Promise<PostgresExit>, pgCtl: string): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const within = async (milliseconds: number): Promise<boolean> => {
    const patience = new AbortController();
    const late = delay(milliseconds, false, { signal: patience.signal }).catch(() => false);
    const gone = await Promise.race([exited.then(() => true), late]);
    patience.abort();
    return gone;
  };
  if (child.exitCode !== null || child.signalCode !== null) return;
  await signalPostgres(pid, 'SIGINT', pgCtl);
  if (await within(5000)) return;
  await signalPostgres(pid, 'SIGQUIT', pgCtl);
  if (await within(1500)) return;
  await signalPostgres(pid, 'SIGKILL', pgCtl);
  await exited;
}

/** Settings of this server; those of any server belong to the roles, see provision.ts. */
function serverSettings(durable: boolean): string[] {
  const durability = durable ? 'on' : 'off';
  return [
    `fsync=${durability}`,
    `full_page_writes=${durability}`,
    // On even in tests: so a killed server loses nothing there either, as against a power failure.
    'synchronous_commit=on',
    'max_connections=200',
    'shared_buffers=256MB',
    // There is no replication: less is written per commit.
    'wal_level=minimal',
    'max_wal_senders=0',
    // Three processes and their shared memory less; the data of a community fits into the cache.
    'io_method=sync',
    'log_timezone=UTC',
    'password_encryption=scram-sha-256',
    'cluster_name=parlour',
    'log_checkpoints=off',
  ];
}

/**
 * Our environment is not passed on: the caller's PGOPTIONS, LANG or PGDATA would change the server.
 */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot, TEMP }) };
}

/**
 * The server keeps the file open for appending: it is truncated in place, and one older part is
 * kept, unless the disk is full.
 */
async function limitLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size < logLimitBytes) return;
  // One that fails leaves no file behind, and must not keep the log from being cut.
  await copyFile(logFile, `${logFile}.1`).catch(() => undefined);
  await truncate(logFile);
}

async function readOrMakePassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'password');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known;
  const password = randomBytes(32).toString('base64url');
  // Written atomically: half a password would lock us out of a cluster made with the whole one.
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return password;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
