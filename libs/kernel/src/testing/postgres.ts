import type { Source } from '@parlour/contracts/envelope';
import pg from 'pg';

import type { ConnectionOptions } from '../postgres/connection-options.ts';

/**
 * The data that the set-up of a run passes to its test files, in the environment variable
 * `PARLOUR_TEST_POSTGRES`.
 */
export interface TestPostgres {
  /** A superuser of the run's server, in the database `postgres`. */
  readonly admin: ConnectionOptions;
  /** A provisioned database without tables, the template of every throwaway database. */
  readonly template: string;
  /** The password of every service's role. */
  readonly passwords: Readonly<Record<Source, string>>;
}

/** A test file's own database. */
export interface ThrowawayDatabase<S extends Source> {
  readonly name: string;
  /** How each service connects; the role's search path is its own empty schema. */
  readonly connections: Record<S, ConnectionOptions>;
  /** A superuser in this database, to read several schemas or end connections. */
  readonly admin: ConnectionOptions;
  /** Ends remaining connections, and drops the database. */
  drop(): Promise<void>;
}

let made = 0;

/**
 * The PostgreSQL of this test run: one non-durable server, started before the first test file.
 * @throws Error outside of a run that starts it (the Jest project `int`).
 */
export function testPostgres(): TestPostgres {
  const text = process.env['PARLOUR_TEST_POSTGRES'];
  if (!text) throw new Error('No PostgreSQL for tests: run this file in the Jest project "int"');
  // Only tests/jest/postgres-process.mjs writes it.
  return JSON.parse(text) as TestPostgres;
}

/**
 * Creates an empty database with the roles and schemas of `sources`, in about 30 ms in memory; its
 * name is unique in the run and not random.
 */
export async function createThrowawayDatabase<S extends Source>({
  sources,
}: {
  readonly sources: readonly S[];
}): Promise<ThrowawayDatabase<S>> {
  const { admin, template, passwords } = testPostgres();
  made += 1;
  const database = `test_${process.pid}_${made}`;
  const grantees = sources.map((source) => pg.escapeIdentifier(source)).join(', ');
  await runAsAdmin(admin, [
    // Copied by the kernel instead of byte by byte: a quarter of the time.
    ...(process.platform === 'win32' ? [] : ['set file_copy_method = clone']),
    `create database ${database} template ${template} strategy file_copy`,
    // Rights on a database are not copied from its template.
    `revoke all on database ${database} from public`,
    `grant connect, temporary on database ${database} to ${grantees}`,
  ]);
  const connections = sources.map((source) => {
    const options: ConnectionOptions = { ...admin, database, user: source, password: passwords[source] };
    return [source, options] as const;
  });
  return {
    name: database,
    // fromEntries loses the fact that there is an entry for each source.
    connections: Object.fromEntries(connections) as Record<S, ConnectionOptions>,
    admin: { ...admin, database },
    drop: () => runAsAdmin(admin, [`drop database if exists ${database} with (force)`]),
  };
}

async function runAsAdmin(admin: ConnectionOptions, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
