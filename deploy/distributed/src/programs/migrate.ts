import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IsNotEmpty, IsString } from 'class-validator';
import { sources, type Source } from '@parlour/contracts/envelope';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { ConfigurationError, readConfigurations } from '@parlour/kernel/config/config';
import { isConnectionFailure } from '@parlour/kernel/database/failures';
import { patiently } from '@parlour/deployment/process/patiently';
import { connectionOf, DatabaseConfig } from '@parlour/deployment/process/process-config';
import { messageOf, runProcess } from '@parlour/deployment/process/run-process';
import { SearchConfig } from '@parlour/search/search-language';
import { prepareDatabase } from '../database-preparation.ts';

// Roles, schemas and migrations, once before the services of a version start; idempotent.

const patienceMs = 120_000;

/** Creates the site's database if it is missing; the user must be a superuser. */
class MigrationConfig extends DatabaseConfig {
  /** A database that exists before ours does. */
  @IsString()
  @IsNotEmpty()
  MAINTENANCE_DATABASE = 'postgres';

  /** A folder with the passwords of the services' roles, in files named qa-password and so on. */
  @IsString()
  @IsNotEmpty()
  DATABASE_PASSWORDS_DIR!: string;
}

await runProcess(async () => {
  // This also reads what the services' definitions and migrations read, so that all faults are
  // reported together, before anything changes.
  const [config] = readConfigurations<[MigrationConfig, IdentityConfig, SearchConfig]>(
    [MigrationConfig, IdentityConfig, SearchConfig],
    process.env,
  );
  const admin = { ...connectionOf(config), database: config.MAINTENANCE_DATABASE };
  const passwords = passwordsIn(config.DATABASE_PASSWORDS_DIR);
  const preparation = { admin, database: config.PGDATABASE, passwords, alone: false };
  await patiently(() => prepareDatabase(preparation), {
    isAway: isConnectionFailure,
    patienceMs,
    log: (failure) =>
      console.log(`Waiting for PostgreSQL on ${config.PGHOST}:${config.PGPORT} (${messageOf(failure)}) …`),
  });
  console.log('The database is ready.');
  process.exit(0);
});

/** @throws {ConfigurationError} naming every file that cannot be read */
function passwordsIn(folder: string): Record<Source, string> {
  const missing: string[] = [];
  const passwords = sources.map((source) => {
    try {
      return [source, readFileSync(join(folder, `${source}-password`), 'utf8').trim()] as const;
    } catch {
      missing.push(`${source}-password`);
      return [source, ''] as const;
    }
  });
  if (missing.length > 0)
    throw new ConfigurationError([`DATABASE_PASSWORDS_DIR: ${folder} lacks ${missing.join(', ')}`]);
  return Object.fromEntries(passwords) as Record<Source, string>; // one entry per source
}
