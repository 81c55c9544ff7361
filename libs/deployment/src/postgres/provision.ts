import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

import type { Source } from '@parlour/contracts/envelope';
import pg from 'pg';

import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';

/** A service's credentials: its role and schema are named like its log. */
export interface RoleSpecification<S extends Source = Source> {
  readonly source: S;
  /**
   * Long and random; the server stores SCRAM-SHA-256, whoever passes it to the service stores it in
   * clear.
   */
  readonly password: string;
}

/**
 * Settings of every session of a service's role, which hold on any server: embedded, in a
 * container, in a cluster, or elsewhere. Named as PostgreSQL stores them.
 */
export const roleSettings = {
  // A rebuild, which takes longer, overrides these.
  idle_in_transaction_session_timeout: '10s',
  lock_timeout: '3s',
  statement_timeout: '5s',
  TimeZone: 'UTC',
  // Random reads come from memory or an SSD.
  random_page_cost: '1.1',
  // JIT compilation costs more than any of our queries.
  jit: 'off',
  // Callers get a refused statement's error; in the server's log it could show private texts.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** What to make on a server. */
interface Provision<S extends Source> {
  readonly database: string;
  readonly roles: readonly RoleSpecification<S>[];
  readonly warn?: (message: string) => void;
}

/**
 * Of every database of ours: text is sorted by code points, as the completion of names and tags
 * expects. A server that runs elsewhere may have been made with any other.
 */
const locale = 'builtin C.UTF-8';

const { escapeIdentifier: name, escapeLiteral: literal } = pg;

/**
 * Creates the database, and for each service a login role, its schema and a second schema
 * `<source>_next` in which a read model is rebuilt beside the live one. No role can use another's
 * schemas or create further ones. Repeating it changes nothing; a changed password is applied.
 * `admin` must be a superuser; concurrent runs wait for each other. `warn` is told of an existing
 * database with another locale, which stays as it is.
 * @returns how each service connects, by source.
 */
export async function provisionDatabase<S extends Source>(
  admin: ConnectionOptions,
  { database, roles, warn = console.warn }: Provision<S>,
): Promise<Record<S, ConnectionOptions>> {
  await withClient(admin, async (server) => {
    await server.query("select pg_advisory_lock(hashtext('parlour.provision'))");
    for (const role of roles) await provisionRole(server, role);
    await makeDatabase(server, database, warn);
    await withClient({ ...admin, database }, (client) => provisionSchemas(client, database, roles));
  });
  const connections = roles.map(({ source, password }) => {
    const options: ConnectionOptions = { ...admin, database, user: source, password };
    return [source, options] as const;
  });
  // fromEntries loses the fact that there is an entry for each source.
  return Object.fromEntries(connections) as Record<S, ConnectionOptions>;
}

async function makeDatabase(server: pg.Client, database: string, warn: (message: string) => void): Promise<void> {
  const { rows } = await server.query<{ locale: string }>(
    `select case datlocprovider when 'b' then 'builtin ' when 'i' then 'icu ' else 'libc ' end
              || coalesce(datlocale, datcollate) as locale
       from pg_database where datname = $1`,
    [database],
  );
  const [known] = rows;
  if (!known) {
    // Only template0 may be copied with another locale than its own.
    const settings = `encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`;
    await server.query(`create database ${name(database)} template template0 ${settings}`);
  } else if (known.locale !== locale) {
    warn(
      `The database ${database} has the locale ${known.locale}, not ${locale}: names and tags may be completed wrongly. Make a backup, drop the database, and restore the backup into a new one.`,
    );
  }
}

async function provisionRole(server: pg.Client, { source, password }: RoleSpecification): Promise<void> {
  const settings = { search_path: source, ...roleSettings };
  const wanted = Object.entries(settings).map(([setting, value]) => `${setting}=${value}`);
  const { rows } = await server.query<{ rolpassword: string | null; rolconfig: string[] | null; plain: boolean }>(
    `select rolpassword, setconfig as rolconfig,
            rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as plain
       from pg_authid left join pg_db_role_setting on setrole = pg_authid.oid and setdatabase = 0
      where rolname = $1`,
    [source],
  );
  const [known] = rows;
  if (!known) await server.query(`create role ${name(source)}`);
  if (!known?.plain) {
    const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit -1';
    await server.query(`alter role ${name(source)} ${attributes}`);
  }
  if (!known?.rolpassword || known.rolpassword !== scramVerifier(password, known.rolpassword)) {
    // The verifier instead of the password, which then appears in no server log.
    await server.query(`alter role ${name(source)} password ${literal(scramVerifier(password))}`);
  }
  if (known?.rolconfig?.join() !== wanted.join()) {
    // In one transaction, because services may be connecting.
    await server.query('begin');
    await server.query(`alter role ${name(source)} reset all`);
    for (const [setting, value] of Object.entries(settings)) {
      await server.query(`alter role ${name(source)} set ${setting} = ${literal(value)}`);
    }
    await server.query('commit');
  }
}

async function provisionSchemas(
  client: pg.Client,
  database: string,
  roles: readonly RoleSpecification[],
): Promise<void> {
  await client.query('begin');
  // By default everybody may connect to a new database and create temporary tables in it.
  await client.query(`revoke all on database ${name(database)} from public`);
  await client.query('revoke all on schema public from public');
  for (const { source } of roles) {
    await client.query(`grant connect, temporary on database ${name(database)} to ${name(source)}`);
    for (const schema of [source, `${source}_next`]) {
      const { rows } = await client.query<{ owner: string }>(
        'select nspowner::regrole::text as owner from pg_namespace where nspname = $1',
        [schema],
      );
      if (!rows[0]) await client.query(`create schema ${name(schema)} authorization ${name(source)}`);
      else if (rows[0].owner !== source) await client.query(`alter schema ${name(schema)} owner to ${name(source)}`);
    }
  }
  await client.query('commit');
}

/**
 * The SCRAM verifier that PostgreSQL stores (RFC 5803), with the salt of `like` or a new one: so
 * that an unchanged password is recognised.
 */
function scramVerifier(password: string, like?: string): string {
  const [, iterations = '4096', salt = randomBytes(16).toString('base64')] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(like ?? '') ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt}$${storedKey}:${serverKey}`;
}

async function withClient<T>(options: ConnectionOptions, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(options);
  // If the server goes away between two statements, the next one fails; this avoids an uncaught
  // 'error' event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
