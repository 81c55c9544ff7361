import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Sends PostgreSQL a signal; false when there is no such process. On Windows, which has no signals, through `pg_ctl kill`. */
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
 * Ends whatever still runs on `cluster` from an owner that died: the server if it lives, and the sessions that outlive a killed server. When
 * it returns, no write of the dead process can land any more, and a new server may start. Takes a tenth of a second as a rule, 10 s at most.
 */
export async function endPredecessor(cluster: string, pgCtl: string, log: (message: string) => void): Promise<void> {
  const folder = await realpath(cluster);
  const pidFile = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  // No file: it stopped in good order, and so did its sessions.
  if (pidFile === undefined) return;
  await endServer(Number.parseInt(pidFile, 10), folder, pgCtl, log);
  for (const session of await processesOn(folder)) {
    // A session notices within milliseconds that its server is gone, unless it is busy; the new server refuses to start beside it.
    if (await isGone(session, folder, 300)) continue;
    await signalPostgres(session, 'SIGKILL', pgCtl);
    await isGone(session, folder, 1000);
  }
  // The new server would take any living process with this number, or a zombie, for its predecessor.
  await rm(join(folder, 'postmaster.pid'), { force: true });
}

async function endServer(pid: number, folder: string, pgCtl: string, log: (message: string) => void): Promise<void> {
  if (!(pid > 0 && (await worksOn(pid, folder)))) return;
  log(`replacing the PostgreSQL (process ${pid}) that an earlier run left behind`);
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

/** Whether `pid` is a PostgreSQL of this very folder: numbers are given again after a restart of the machine, to anybody. */
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

/** Every process of a server stays in its data folder, and a zombie has no folder. Undefined for what is not PostgreSQL. */
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
