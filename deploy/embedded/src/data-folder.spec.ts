import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { markRestored, markRestoring, openDataFolder } from './data-folder.ts';
import { whyUnwritable } from './folders.ts';
import { StartError } from './start-error.ts';

const advice = 'choose another with DATA_DIR.';

describe('a data folder that cannot be created', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parlour-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(['link', 'link/below', 'link/far/below'])('is reported behind a dangling link: %s', async (name) => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    const path = join(folder, name);
    await expect(openDataFolder(path)).rejects.toThrow(
      `The data folder ${path} cannot be written (it cannot be created there): ${advice}`,
    );
  });

  // Node's own `mkdir` with `recursive` never ends there.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is reported in a folder that takes none', async () => {
    await expect(openDataFolder('/proc/parlour/data')).rejects.toThrow(`(it cannot be created there): ${advice}`);
  });
});

it('a folder that is restored in part is opened only to be restored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlour-data-'));
  const opened = async (options = {}): Promise<void> => {
    const held = await openDataFolder(folder, options);
    if ('release' in held) held.release();
  };
  try {
    await opened();
    await markRestoring(folder);
    await expect(opened()).rejects.toThrow(`A restore into ${folder} was broken off at its end`);
    await opened({ toRestore: true });
    await markRestored(folder);
    await opened();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a full disk needs free space, not another folder', () => {
  expect(whyUnwritable(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toEqual({
    reason: 'the disk is full',
    isFull: true,
  });
});

it.each([
  ['secrets.json', '', /secrets\.json is damaged: .*remove it: the next start makes new secrets/],
  ['secrets.json', 'null', /secrets\.json is damaged/],
  ['parlour.json', '{ "format"', /parlour\.json is damaged: .*write \{ "format": 1 \} into it/],
  ['postgres/password', '', /postgres\/password is missing or empty.*restore a backup/],
])('a damaged file says so, and what to do: %s with %j', async (name, text, told) => {
  const folder = mkdtempSync(join(tmpdir(), 'parlour-data-'));
  try {
    const opened = await openDataFolder(folder);
    if ('release' in opened) opened.release();
    mkdirSync(join(folder, 'postgres', 'cluster'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'password'), 'secret');
    writeFileSync(join(folder, name), text);
    await expect(openDataFolder(folder)).rejects.toThrow(told);
    await expect(openDataFolder(folder)).rejects.toThrow(StartError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
