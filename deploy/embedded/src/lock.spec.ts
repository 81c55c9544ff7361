import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { takeLock } from '../bin/lock.mjs';

let folder: string;
let file: string;
/** The lock's temporary file. */
let own: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlour-lock-'));
  file = join(folder, 'lock');
  own = `${file}.${process.pid}`;
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a held lock names its holder without writing anything: the disk may be full', async () => {
  const { release } = await takeLock(file);
  // Nothing can be written there.
  mkdirSync(own);
  expect(await takeLock(file)).toEqual({ holder: process.pid });
  release?.();
});

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux('a full disk leaves no file behind', async () => {
  symlinkSync('/dev/full', own);
  await expect(takeLock(file)).rejects.toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual([]);
});
