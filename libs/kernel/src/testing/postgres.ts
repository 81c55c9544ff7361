import { createHash } from 'node:crypto';
import type { Source } from '@parlour/contracts/envelope';
import pg from 'pg';

import type { ConnectionOptions } from '../database/connection-options.ts';

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

/** Tables that are made once in a run, and copied from then on. */
export interface Tables<S extends Source> {
  /** Tells what they are: equal names mean equal tables. */
  readonly name: string;
  /** Makes them, and closes its connections. */
  make(connections: Record<S, ConnectionOptions>): Promise<void>;
}

/**
 * Creates a database with the roles and schemas of `sources`, and with tables if they are given, in
 * about 30 ms in memory; its name is unique in the run and not random.
 */
export async function createThrowawayDatabase<S extends Source>({
  sources,
  tables,
}: {
  readonly sources: readonly S[];
  readonly tables?: Tables<S>;
}): Promise<ThrowawayDatabase<S>> {
  const { admin, template, passwords } = testPostgres();
  made += 1;
  const database = `test_${process.pid}_${made}`;
  const grantees = sources.map((source) => pg.escapeIdentifier(source)).join(', ');
  await asAdmin(async (client) => {
    const original = tables ? await templateWith(tables, sources, client) : template;
    // Copied by the kernel instead of byte by byte: a quarter of the time.
    if (process.platform !== 'win32') await client.query('set file_copy_method = clone');
    await client.query(`create database ${database} template ${original} strategy file_copy`);
    // Rights on a database are not copied from its template.
    await client.query(`revoke all on database ${database} from public`);
    await client.query(`grant connect, temporary on database ${database} to ${grantees}`);
  });
  const connections = sources.map((source) => {
    const options: ConnectionOptions = { ...admin, database, user: source, password: passwords[source] };
    return [source, options] as const;
  });
  return {
    name: database,
    // fromEntries loses the fact that there is an entry for each source.
    connections: Object.fromEntries(connections) as Record<S, ConnectionOptions>,
    admin: { ...admin, database },
    drop: () =>
      asAdmin(async (client) => void (await client.query(`drop database if exists ${database} with (force)`))),
  };
}

/** The database that has these tables, made by the first file of the run that asks. */
async function templateWith<S extends Source>(
  tables: Tables<S>,
  sources: readonly S[],
  client: pg.Client,
): Promise<string> {
  const name = `with_${createHash('sha256').update(tables.name).digest('hex').slice(0, 16)}`;
  // Until this connection ends.
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const empty = await createThrowawayDatabase({ sources });
    await tables.make(empty.connections);
    await client.query(`alter database ${empty.name} rename to ${name}`);
  }
  return name;
}

async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(testPostgres().admin);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
