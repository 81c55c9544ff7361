import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Source, sources } from '@parlour/contracts/envelope';
import { ConfigurationError, type Environment, readConfiguration } from '@parlour/kernel/config/config';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { databaseServerOf, DatabaseServerConfig } from '@parlour/deployment/process/process-config';

/** The addresses of a site's databases, or what is wrong with their configuration. */
export interface DatabaseAddresses {
  readonly connections: Record<Source, ConnectionOptions>;
  readonly faults: readonly string[];
}

/**
 * A site with an external PostgreSQL is configured as for its services: by PGHOST and PostgreSQL's
 * other variables, with each role's password in the file `<service>-password` of the folder
 * DATABASE_PASSWORDS_DIR. Undefined if that is not set: then the site is that of DATA_DIR.
 */
export function databaseAddresses(environment: Environment): DatabaseAddresses | undefined {
  const folder = environment['DATABASE_PASSWORDS_DIR']?.trim() ?? '';
  if (folder === '') return undefined;
  const { server, faults } = serverOf(environment);
  const connections = sources.map((source): [Source, ConnectionOptions] => {
    const file = join(folder, `${source}-password`);
    const password = read(file);
    if (password === undefined) faults.push(`DATABASE_PASSWORDS_DIR: ${file} cannot be read`);
    return [source, { ...server, user: source, password: password ?? '' }];
  });
  // fromEntries loses the fact that there is an entry for each source.
  return { connections: Object.fromEntries(connections) as Record<Source, ConnectionOptions>, faults };
}

function serverOf(environment: Environment): {
  server: Omit<ConnectionOptions, 'user' | 'password'>;
  faults: string[];
} {
  try {
    return { server: databaseServerOf(readConfiguration(DatabaseServerConfig, environment)), faults: [] };
  } catch (failure) {
    if (!(failure instanceof ConfigurationError)) throw failure;
    return { server: { host: '', port: 0, database: '' }, faults: [...failure.faults] };
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
