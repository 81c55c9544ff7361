import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StartError } from '../start-error.ts';
import { claimForDemonstration, holdsDemonstration } from './demo-folder.ts';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'parlour-demo-folder-'));
});
afterEach(() => rm(path, { recursive: true }));

const marker = (): string => join(path, 'demonstration.json');
const beginAt = (begunAt: string): Promise<void> => writeFile(marker(), JSON.stringify({ begunAt }));
const addData = (): Promise<unknown> => mkdir(join(path, 'postgres'));

describe('a folder for the demonstration', () => {
  test('is claimed if it is new, and again until it is made', async () => {
    const first = await claimForDemonstration(path);
    expect(first.made).toBe(false);
    expect(await holdsDemonstration(path)).toBe(true);
    await addData();
    expect(await claimForDemonstration(path)).toMatchObject({ made: false, begunAt: first.begunAt });
    await first.markMade();
    expect(await claimForDemonstration(path)).toMatchObject({ made: true, begunAt: first.begunAt });
  });

  test('must not hold the data of a site', async () => {
    await addData();
    await expect(claimForDemonstration(path)).rejects.toThrow(StartError);
    expect(await holdsDemonstration(path)).toBe(false);
  });

  test('is refused if it was interrupted too long ago', async () => {
    await beginAt('2026-01-02T03:04:05.678Z');
    await addData();
    await expect(claimForDemonstration(path)).rejects.toThrow('interrupted too long ago');
  });

  test('begins anew if no start got as far as the database', async () => {
    await beginAt('2026-01-02T03:04:05.678Z');
    const { made, begunAt } = await claimForDemonstration(path);
    expect(made).toBe(false);
    expect(begunAt).toBeGreaterThan(Date.parse('2026-01-02T03:04:05.678Z'));
    const kept = JSON.parse(await readFile(marker(), 'utf8')) as unknown;
    expect(kept).toEqual({ begunAt: new Date(begunAt).toISOString() });
  });
});
