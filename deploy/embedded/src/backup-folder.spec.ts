import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BackupError } from '@parlour/deployment/backup/backup-format';
import { backUpInto, backupName, outdatedBackups } from './backup-folder.ts';

describe('a folder of backups', () => {
  const now = new Date('2026-11-23T03:30:07.123Z');

  it('has names that say when each was taken', () => {
    expect(backupName(now)).toBe('parlour-2026-11-23T03-30-07Z.backup');
  });

  it('keeps backups for some days', () => {
    const names = ['parlour-2026-11-15T03-30-07Z.backup', 'parlour-2026-11-16T03-30-08Z.backup', backupName(now)];
    expect(outdatedBackups(names, 7, now)).toEqual(['parlour-2026-11-15T03-30-07Z.backup']);
    expect(outdatedBackups([backupName(now)], 1, now)).toEqual([]);
  });

  it('always keeps the newest complete backup', () => {
    const [oldest, newest] = ['parlour-2026-10-01T03-30-07Z.backup', 'parlour-2026-10-02T03-30-07Z.backup'];
    const partial = 'parlour-2026-10-03T03-30-07Z.backup.part';
    expect(outdatedBackups([newest, partial, oldest], 7, now)).toEqual([partial, oldest]);
  });

  it('does not take one of a time to come for the newest', () => {
    const [kept, future] = ['parlour-2026-10-02T03-30-07Z.backup', 'parlour-2099-01-01T03-30-07Z.backup'];
    expect(outdatedBackups([kept, future], 7, now)).toEqual([]);
  });

  it('drops what remains of one that was broken off, and leaves other files alone', () => {
    const partial = 'parlour-2026-11-15T03-30-07Z.backup.part';
    const others = ['site.backup', 'parlour.backup', 'x-parlour-2020-01-01T00-00-00Z.backup', 'parlour-2020.backup'];
    expect(outdatedBackups([...others, partial], 7, now)).toEqual([partial]);
  });
});

describe('a backup into a folder', () => {
  const now = new Date('2026-11-23T03:30:07.123Z');
  const [oldest, newest] = ['parlour-2026-10-01T03-30-07Z.backup', 'parlour-2026-10-02T03-30-07Z.backup'];
  const lines: string[] = [];
  const keeping = { days: 7, now, log: (line: string) => void lines.push(line) };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parlour-backups-'));
    for (const name of [oldest, newest]) writeFileSync(join(folder, name), '');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    lines.length = 0;
  });

  it('makes room first, and leaves the newest old one if it fails', async () => {
    const failing = backUpInto(folder, keeping, async () => {
      expect(readdirSync(folder)).toEqual([newest]);
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(readdirSync(folder)).toEqual([newest]);
    expect(lines).toEqual([`${join(folder, oldest)}: removed, older than 7 days`]);
  });

  it('replaces outdated ones', async () => {
    await backUpInto(folder, keeping, async (file) => {
      writeFileSync(file, '');
      return 1;
    });
    expect(readdirSync(folder)).toEqual([backupName(now)]);
  });

  it('keeps no backup of a site without events, which would replace a real one', async () => {
    const empty = backUpInto(folder, keeping, async (file) => {
      writeFileSync(file, '');
      return 0;
    });
    await expect(empty).rejects.toThrow('The site has no events');
    expect(readdirSync(folder)).toEqual([newest]);
  });

  it('keeps none of a new site, whose folder is still empty', async () => {
    for (const name of [oldest, newest]) rmSync(join(folder, name));
    await backUpInto(folder, keeping, async (file) => {
      writeFileSync(file, '');
      return 0;
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(lines).toEqual([`The site has no events, so ${join(folder, backupName(now))} was not kept.`]);
  });

  it('is refused if the folder is a file', async () => {
    const file = join(folder, newest);
    const refused = backUpInto(file, keeping, async () => 1);
    await expect(refused).rejects.toEqual(new BackupError(`${file} cannot be written (it is a file, not a folder).`));
  });
});
