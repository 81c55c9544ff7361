import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Source, sources } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';

/** Where the databases of a site are that a tool is pointed to, or what is wrong with how it was told. */
export interface DatabaseAddresses {
  readonly connections: Record<Source, ConnectionOptions>;
  readonly faults: readonly string[];
}

/**
 * A site whose PostgreSQL is not ours to start is named as to its services: by PGHOST, PGPORT and PGDATABASE, with the password of each role in the
 * file `<service>-password` of the folder DATABASE_PASSWORDS_DIR. Undefined where that is not set: then the site is that of DATA_DIR.
 */
export function databaseAddresses(
  environment: Readonly<Record<string, string | undefined>>,
): DatabaseAddresses | undefined {
  const text = (name: string): string => environment[name]?.trim() ?? '';
  const folder = text('DATABASE_PASSWORDS_DIR');
  if (folder === '') return undefined;
  const host = text('PGHOST');
  const port = text('PGPORT') || '5432';
  const database = text('PGDATABASE') || 'parlour';
  const faults: string[] = [];
  if (host === '') faults.push('PGHOST: must be set where DATABASE_PASSWORDS_DIR is');
  if (!/^\d{1,5}$/.test(port)) faults.push(`PGPORT: must be a number from 1 to 65535, not "${port}"`);
  const connections = sources.map((source): [Source, ConnectionOptions] => {
    const file = join(folder, `${source}-password`);
    const password = read(file);
    if (password === undefined) faults.push(`DATABASE_PASSWORDS_DIR: ${file} cannot be read`);
    return [source, { host, port: Number(port), database, user: source, password: password ?? '' }];
  });
  // The cast: fromEntries forgets that there is an entry for each source.
  return { connections: Object.fromEntries(connections) as Record<Source, ConnectionOptions>, faults };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
