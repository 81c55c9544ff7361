import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isHeld, takeLock } from '../bin/lock.mjs';

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

it('a lock is held until it is released', async () => {
  expect(isHeld(file)).toBe(false);
  const { release } = await takeLock(file);
  expect(isHeld(file)).toBe(true);
  release?.();
  expect(isHeld(file)).toBe(false);
});

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux('a full disk leaves no file behind', async () => {
  symlinkSync('/dev/full', own);
  await expect(takeLock(file)).rejects.toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual([]);
});
