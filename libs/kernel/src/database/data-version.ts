import { type Database, statement } from './database.ts';

/** This program cannot open the data; the message is the whole explanation. */
export class DataVersionError extends Error {
  override readonly name = 'DataVersionError';
}

/** The first migration of 0.1, which was never released: data begins with 0.2. */
const firstOf01 = 'KernelTables1700000000000';

/** Why this program cannot open data of these migrations; undefined if it can. */
export function whyNotOpened(database: Database, migrations: readonly string[]): string | undefined {
  if (migrations.includes(firstOf01)) return 'was written by Parlour 0.1, which this version does not read';
  const known = database.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const unknown = migrations.find((name) => !known.includes(name));
  return unknown && `was written by a newer Parlour: this version does not know ${unknown}`;
}

const isMade = statement('dataVersion.isMade', `select to_regclass('migrations') is not null as made`);
const made = statement('dataVersion.made', 'select name from migrations');

/**
 * Checks that this program can open a schema that may have been migrated before.
 * @throws {DataVersionError} when it cannot
 */
export async function checkDataVersion(database: Database): Promise<void> {
  const [table] = await database.query<{ made: boolean }>(isMade);
  if (!table?.made) return;
  const names = (await database.query<{ name: string }>(made)).map(({ name }) => name);
  const reason = whyNotOpened(database, names);
  if (reason === undefined) return;
  throw new DataVersionError(`The data here ${reason}. Use an empty folder or database, or that version.`);
}
