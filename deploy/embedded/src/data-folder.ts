import { hkdfSync, randomBytes } from 'node:crypto';
import { access, constants, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { sources, type Source } from '@parlour/contracts/envelope';
import { codeOf } from '@parlour/kernel/process/error-code';

import { takeLock } from '../bin/lock.mjs';
import { exists, makeFolder, whyUnwritable } from './folders.ts';
import { StartError } from './start-error.ts';

/** The secrets, created once and stored in the data folder. */
export interface Secrets {
  /** 32 random bytes, for the gateway's signatures. */
  readonly signingKey: Buffer;
  readonly databasePasswords: Readonly<Record<Source, string>>;
}

/** An opened data folder, locked by this process. */
export interface DataFolder {
  readonly path: string;
  /** PostgreSQL's own folder. */
  readonly postgres: string;
  readonly secrets: Secrets;
  release(): void;
}

/** The holder of a folder that is locked. */
export interface HeldDataFolder extends Pick<DataFolder, 'path' | 'postgres' | 'secrets'> {
  readonly holder: number;
}

/** Raised when an older Parlour could no longer read what this one writes. */
const format = 1;

/** While it is there, some services of the site may have been restored, and others not. */
const restoring = 'restoring';

/**
 * Opens the folder, creating it if needed, and locks it until `release` or the end of this process,
 * however it ends. One whose restore was broken off is opened only to restore it again.
 * @returns the folder, or its holder
 * @throws {StartError} when it cannot be written, belongs to something else, was written by a newer
 * Parlour, or is restored in part
 */
export async function openDataFolder(path: string, { toRestore = false } = {}): Promise<DataFolder | HeldDataFolder> {
  try {
    // As root, PostgreSQL runs as another user, who must be able to pass through to its own folder;
    // nothing else in here is readable for that user.
    await makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    await access(path, constants.W_OK);
    await checkIsOurs(path);
    const lock = await takeLock(join(path, 'lock'));
    const known = { path, postgres: join(path, 'postgres') };
    if (!lock.release) return { ...known, secrets: await readSecrets(path), holder: lock.holder };
    try {
      if (!toRestore && (await exists(join(path, restoring)))) {
        throw new StartError(`A restore into ${path} was broken off at its end: restore again, with --replace.`);
      }
      await markAsOurs(path);
      await checkPassword(path);
      return { ...known, secrets: await readSecrets(path), release: lock.release };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/**
 * Whether a site's first start has got as far as its PostgreSQL here; creates nothing.
 * @throws {StartError} when the folder cannot be read
 */
export async function holdsSite(path: string): Promise<boolean> {
  try {
    return (await exists(join(path, 'parlour.json'))) && (await exists(join(path, 'postgres', 'cluster')));
  } catch (error) {
    throw explain(error, path);
  }
}

function explain(error: unknown, path: string): unknown {
  const found = whyUnwritable(error);
  if (!found) return error;
  const advice = found.isFull ? 'free some space' : 'choose another with DATA_DIR';
  return new StartError(`The data folder ${path} cannot be written (${found.reason}): ${advice}.`, { cause: error });
}

/** A mistyped DATA_DIR must not spread our files over somebody's home. */
async function checkIsOurs(path: string): Promise<void> {
  const names = await readdir(path);
  const marker = await readOptional(join(path, 'parlour.json'));
  if (marker === undefined) {
    // A broker of `npm run kafka` may have been there first.
    const known = (name: string) => /^(?:lock|parlour\.json)|^(?:lost\+found|kafka)$/.test(name);
    const foreign = names.find((name) => !known(name));
    if (foreign === undefined) return;
    throw new StartError(`The folder ${path} holds something else ("${foreign}"): choose an empty one with DATA_DIR.`);
  }
  // Only markAsOurs writes the file; this checks for another format.
  const { format: found } = parsed(join(path, 'parlour.json'), marker, `write { "format": ${format} } into it`) as {
    format?: unknown;
  };
  if (found === format) return;
  throw new StartError(
    `The data in ${path} has format ${String(found)}, and this Parlour reads ${format}: use a newer Parlour.`,
  );
}

const withoutSecrets = 'remove it: the next start makes new secrets, and everybody has to sign in again';

/** The content of a file that we wrote, as an object. */
function parsed(file: string, text: string, otherwise: string): object {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null) return content;
  } catch {
    // Told below.
  }
  throw new StartError(`The file ${file} is damaged: take it from a copy of the folder, or ${otherwise}.`);
}

/** PostgreSQL's own administrator signs in with it. */
async function checkPassword(path: string): Promise<void> {
  const file = join(path, 'postgres', 'password');
  if (!(await exists(join(path, 'postgres', 'cluster'))) || (await readOptional(file))) return;
  throw new StartError(
    `The file ${file} is missing or empty, and without it the database cannot be opened: take it from a copy of the folder, or restore a backup into a new one.`,
  );
}

async function markAsOurs(path: string): Promise<void> {
  const file = join(path, 'parlour.json');
  if ((await readOptional(file)) !== undefined) return;
  await writeWhole(file, `${JSON.stringify({ product: 'parlour', shape: 'embedded', format }, null, 2)}\n`, 0o644);
}

async function readSecrets(path: string): Promise<Secrets> {
  const file = join(path, 'secrets.json');
  const text = await readOptional(file);
  // Only written below, atomically.
  const kept = (text === undefined ? {} : parsed(file, text, withoutSecrets)) as {
    signingKey?: string;
    databasePasswords?: Partial<Record<Source, string>>;
  };
  const signingKey = kept.signingKey ?? newSecret();
  const passwords = sources.map((source) => [source, kept.databasePasswords?.[source] ?? newSecret()] as const);
  // fromEntries loses the fact that there is an entry for each source.
  const databasePasswords = Object.fromEntries(passwords) as Record<Source, string>;
  const next = `${JSON.stringify({ signingKey, databasePasswords: { ...kept.databasePasswords, ...databasePasswords } }, null, 2)}\n`;
  if (next !== text) await writeWhole(file, next, 0o600);
  return { signingKey: Buffer.from(signingKey, 'base64url'), databasePasswords };
}

/**
 * Replaces the key of the gateway's signatures, which invalidates all earlier ones; for a folder
 * that this process holds.
 */
export async function renewSigningKey(path: string): Promise<void> {
  const file = join(path, 'secrets.json');
  // Only written by readSecrets, atomically.
  const kept = JSON.parse(await readFile(file, 'utf8')) as object;
  const next = { ...kept, signingKey: newSecret() };
  await writeWhole(file, `${JSON.stringify(next, null, 2)}\n`, 0o600);
}

/** A key for another purpose, derived from the stored secret: the folder needs no further one. */
export function derived({ signingKey }: Pick<Secrets, 'signingKey'>, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', signingKey, '', purpose, 32)).toString('base64url');
}

/** Notes that the site is restored in part from here on, until `markRestored`. */
export function markRestoring(path: string): Promise<void> {
  return writeWhole(join(path, restoring), '', 0o600);
}

/** Notes that all of the site is restored. */
export function markRestored(path: string): Promise<void> {
  return rm(join(path, restoring));
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The text of a file; undefined if it does not exist. */
export async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written atomically: half a key after a power failure would end every session, half a password
 * lock us out.
 */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(`${file}.new`, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
