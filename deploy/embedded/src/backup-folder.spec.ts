import { describe, expect, it } from '@jest/globals';
import { backupName, outdatedBackups } from './backup-folder.ts';

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

  it('drops what remains of one that was broken off, and leaves other files alone', () => {
    const partial = 'parlour-2026-11-15T03-30-07Z.backup.part';
    const others = ['site.backup', 'parlour.backup', 'x-parlour-2020-01-01T00-00-00Z.backup', 'parlour-2020.backup'];
    expect(outdatedBackups([...others, partial], 7, now)).toEqual([partial]);
  });
});
