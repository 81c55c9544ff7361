import { sources, type Source } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { findRunningPostgres, type PostgresServer, startPostgres } from '@parlour/deployment/postgres/postgres-server';
import { provisionDatabase } from '@parlour/deployment/postgres/provision';
import { endingSignals, exitCodeOf } from '@parlour/deployment/process/ending-signals';

import { holdsSite, openDataFolder } from './data-folder.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

/** What a tool requires of a site. */
export interface SiteConditions {
  /** The site must not be running. */
  readonly stopped?: boolean;
  /** If there is no site, or one that is restored in part, the tool makes one. */
  readonly mayBeNew?: boolean;
  /** Checks, before a new site is made, what it will be made from. */
  readonly checkFirst?: () => Promise<void>;
}

/**
 * For tools: passes `use` the connections of the site's services. If the site is running, through
 * its PostgreSQL; if not, through one started for as long as `use` takes, which keeps the site from
 * starting meanwhile.
 * @throws {StartError} when there is no site, unless it `mayBeNew`; or when it is running and must
 * be `stopped`
 */
export async function withSiteDatabase<T>(
  { dataDir }: Omit<Settings, 'demo'>,
  use: (connections: Record<Source, ConnectionOptions>) => Promise<T>,
  { stopped = false, mayBeNew = false, checkFirst }: SiteConditions = {},
): Promise<T> {
  // Before anything is created: a mistyped DATA_DIR must not become an empty site.
  if (!(await holdsSite(dataDir))) {
    if (!mayBeNew) throw new StartError(`There is no site in ${dataDir}: set DATA_DIR.`);
    await checkFirst?.();
  }
  const folder = await openDataFolder(dataDir, { toRestore: mayBeNew });
  if ('holder' in folder && stopped) {
    throw new StartError(`Parlour (process ${folder.holder}) is running on the data in ${folder.path}: stop it first.`);
  }
  const roles = sources.map((source) => ({ source, password: folder.secrets.databasePasswords[source] }));
  if ('holder' in folder) {
    const admin = await findRunningPostgres(folder.postgres);
    if (!admin)
      throw new StartError(
        `Process ${folder.holder} uses the data in ${folder.path}, but its PostgreSQL is not running yet.`,
      );
    return use(await provisionDatabase(admin, { database: 'parlour', roles }));
  }
  try {
    return await withPostgres(folder.postgres, async ({ admin }) =>
      use(await provisionDatabase(admin, { database: 'parlour', roles })),
    );
  } finally {
    folder.release();
  }
}

/**
 * Runs PostgreSQL for as long as `use` takes. It would outlive a process that a signal ends: until
 * it has stopped, a signal ends both at once. Nothing that was committed is lost.
 */
async function withPostgres<T>(dataDir: string, use: (server: PostgresServer) => Promise<T>): Promise<T> {
  const interrupted = new AbortController();
  const starting = startPostgres({ dataDir, signal: interrupted.signal });
  const end = async (signal: NodeJS.Signals): Promise<never> => {
    interrupted.abort();
    // A start that is interrupted ends its server itself.
    const server = await starting.catch(() => undefined);
    server?.kill();
    process.exit(exitCodeOf(signal));
  };
  const onSignal = (signal: NodeJS.Signals): void => void end(signal);
  for (const signal of endingSignals) process.on(signal, onSignal);
  try {
    const server = await starting.catch((failure: unknown) => {
      if (!interrupted.signal.aborted) throw failure;
      // `end` ends the process.
      return new Promise<never>(() => undefined);
    });
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  } finally {
    for (const signal of endingSignals) process.off(signal, onSignal);
  }
}
