import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { withSiteDatabase } from './site-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlour-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (dataDir: string): Promise<void> =>
  withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, async () => undefined);

it('a tool makes no site where there is none', async () => {
  const path = join(folder, 'mistyped');
  await expect(open(path)).rejects.toThrow(`There is no site in ${path}: set DATA_DIR.`);
  expect(existsSync(path)).toBe(false);
});

it('a folder whose first start was broken off holds no site', async () => {
  writeFileSync(join(folder, 'parlour.json'), '{"format":1}');
  mkdirSync(join(folder, 'postgres'));
  await expect(open(folder)).rejects.toThrow(`There is no site in ${folder}: set DATA_DIR.`);
  expect(readdirSync(join(folder, 'postgres'))).toEqual([]);
});
