import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat } from 'node:fs/promises';
import { PostgresStartError } from './postgres-start-error.ts';

/**
 * The user that runs PostgreSQL, which refuses to run as root: ourselves, another user, or (if no
 * other user can reach the folder) ourselves in a user namespace in which we are not root.
 */
export type RunAs =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'namespace'; readonly uid: number; readonly gid: number };

/**
 * Wraps a command so that it runs as `runAs` says; `spawn` returns the program's own process in
 * every case.
 */
export function commandAs(
  runAs: RunAs,
  program: string,
  args: readonly string[],
): { program: string; args: string[]; options: Pick<SpawnOptions, 'uid' | 'gid'> } {
  switch (runAs.kind) {
    case 'self':
      return { program, args: [...args], options: {} };
    case 'user':
      return { program, args: [...args], options: { uid: runAs.uid, gid: runAs.gid } };
    case 'namespace': {
      const map = ['--user', `--map-user=${runAs.uid}`, `--map-group=${runAs.gid}`, '--'];
      return { program: 'unshare', args: [...map, program, ...args], options: {} };
    }
  }
}

/** Gives a path to the user of `runAs`; does nothing unless that is another user. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.kind === 'user') await chown(path, runAs.uid, runAs.gid);
}

/**
 * Chooses the user that runs PostgreSQL on `folder`: the owner of `cluster` if that exists, as a
 * cluster never changes owners; otherwise the account `postgres` or `nobody` if it can reach both
 * folder and program, else a user namespace.
 * @throws {PostgresStartError} with advice, when we are root and none of these is possible.
 */
export async function chooseRunAs(folder: string, cluster: string, program: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid };

  const account = (await findAccount('postgres')) ?? (await findAccount('nobody')) ?? { uid: 65534, gid: 65534 };
  const user: RunAs = { kind: 'user', ...account };
  if (!owner && (await canReach(user, folder, program))) return user;
  const namespace: RunAs = { kind: 'namespace', ...account };
  if (await canReach(namespace, folder, program)) return namespace;
  throw new PostgresStartError(
    `PostgreSQL does not run as root, and no other user can reach ${folder} and ${program}: ` +
      'start Parlour as an ordinary user, or put both where others may enter.',
  );
}

/** initdb looks its user up by id, so the id must be listed in /etc/passwd. */
async function findAccount(name: string): Promise<{ uid: number; gid: number } | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = accounts
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function canReach(runAs: RunAs, folder: string, program: string): Promise<boolean> {
  const check = commandAs(runAs, '/bin/sh', ['-c', 'cd "$0" && exec "$1" --version', folder, program]);
  const child = spawn(check.program, check.args, { ...check.options, cwd: '/', stdio: 'ignore' });
  // 'error' (no such program, not permitted) rejects `once`, which also answers the question.
  const [code] = (await once(child, 'exit').catch(() => [undefined])) as [number | undefined];
  return code === 0;
}
