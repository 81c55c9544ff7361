// A folder of backups that a timer fills: the names say when each was taken.

const dayMs = 24 * 3_600_000;

/** Names sort by time, and have no colon, which some file systems refuse. */
const named = /^parlour-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup(?:\.part)?$/;

/** The name of a backup that begins now. */
export function backupName(now: Date): string {
  return `parlour-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/**
 * Which files of the folder are older than so many days: backups, and what remains of one that was
 * broken off. Other files are nobody's but the operator's.
 */
export function outdatedBackups(names: readonly string[], days: number, now: Date): string[] {
  return names.filter((name) => {
    const [, day, hours, minutes, seconds] = named.exec(name) ?? [];
    if (day === undefined) return false;
    return now.getTime() - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) > days * dayMs;
  });
}
