import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Sends PostgreSQL a signal; returns false if there is no such process. Uses `pg_ctl kill` on
 * Windows, which has no signals.
 */
export async function signalPostgres(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
  pgCtl: string,
): Promise<boolean> {
  try {
    if (process.platform === 'win32' && signal !== 'SIGKILL') {
      await promisify(execFile)(pgCtl, ['kill', signal.slice('SIG'.length), String(pid)]);
    } else {
      process.kill(pid, signal);
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends what an earlier, killed owner left running on `cluster`: the server, and sessions that
 * outlive a killed server. Once it returns, no write of the dead process can happen any more and a
 * new server may start. Usually takes a tenth of a second, 10 s at most.
 */
export async function endPredecessor(cluster: string, pgCtl: string, log: (message: string) => void): Promise<void> {
  const folder = await realpath(cluster);
  const pidFile = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  // No file: the server and its sessions ended in an orderly way.
  if (pidFile === undefined) return;
  await endServer(Number.parseInt(pidFile, 10), folder, pgCtl, log);
  for (const session of await processesOn(folder)) {
    // A session notices within milliseconds that its server is gone, unless it is busy; a new
    // server refuses to start beside it.
    if (await isGone(session, folder, 300)) continue;
    await signalPostgres(session, 'SIGKILL', pgCtl);
    await isGone(session, folder, 1000);
  }
  // Otherwise the new server would take any process with this id, even a zombie, for its
  // predecessor.
  await rm(join(folder, 'postmaster.pid'), { force: true });
}

async function endServer(pid: number, folder: string, pgCtl: string, log: (message: string) => void): Promise<void> {
  if (!(pid > 0 && (await worksOn(pid, folder)))) return;
  log(`ending PostgreSQL (process ${pid}), left behind by an earlier run`);
  await signalPostgres(pid, 'SIGINT', pgCtl);
  if (await isGone(pid, folder, 6000)) return;
  await signalPostgres(pid, 'SIGQUIT', pgCtl);
  if (await isGone(pid, folder, 2000)) return;
  await signalPostgres(pid, 'SIGKILL', pgCtl);
  await isGone(pid, folder, 1000);
}

async function isGone(pid: number, folder: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (await worksOn(pid, folder)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** Whether `pid` is a PostgreSQL of this very folder: process ids are reused after a reboot. */
async function worksOn(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform === 'linux') return (await workingFolder(pid)) === folder;
  if (process.platform === 'win32') return true;
  const command = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return command?.stdout.includes(folder) ?? false;
}

/**
 * All processes of a server have its data folder as working directory; a zombie has none. Undefined
 * if it is not PostgreSQL.
 */
async function workingFolder(pid: number): Promise<string | undefined> {
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'postgres' ? await readlink(`/proc/${pid}/cwd`) : undefined;
  } catch {
    return undefined;
  }
}

async function processesOn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const folders = await Promise.all(pids.map(workingFolder));
  return pids.filter((_, index) => folders[index] === folder);
}
