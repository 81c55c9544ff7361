import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import pg from 'pg';

import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { PostgresStartError } from './postgres-start-error.ts';
import { startPostgres, type PostgresOptions, type PostgresServer } from './postgres-server.ts';
import { provisionDatabase, roleSettings } from './provision.ts';

const run = promisify(execFile);

async function query(options: ConnectionOptions, text: string): Promise<unknown[]> {
  const client = new pg.Client(options);
  // A server that is killed between connecting and the query ends both: the query says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * By `kill(pid, 0)` where there is no /proc; that also finds a zombie, which in a container nobody
 * may have reaped yet.
 */
async function isServing(pid: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

// A folder with an existing cluster: making one takes a second, and most tests are about later
// starts.
let used: string;

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'parlour-postgres-'));
  await (await startPostgres({ dataDir: used, durable: false })).stop();
});
afterAll(() => rm(used, { recursive: true, force: true }));

/** Copied with its owner, who may not be the current user; without cp the cluster is made anew. */
async function copyUsed(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const part of ['cluster', 'password']) await run('cp', ['-a', join(used, part), folder]);
}

describe('a PostgreSQL of our own', () => {
  let folder: string;
  const running: PostgresServer[] = [];

  async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
    const server = await startPostgres({ dataDir: folder, durable: false, ...options });
    running.push(server);
    return server;
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlour-postgres-'));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps data over a stop and a start, and refuses logins without the password', async () => {
    await copyUsed(folder);
    const first = await start();
    const [settings] = await query(
      first.admin,
      `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale
         from pg_database where datname = 'template1'`,
    );
    expect(settings).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
    await query(first.admin, 'create table kept as select 42 as answer');
    await expect(query({ ...first.admin, password: 'postgres' }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
    await first.stop();
    expect(await first.exited).toEqual({ code: 0, signal: null, expected: true });

    const second = await start();
    expect(await query(second.admin, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('is durable by default', async () => {
    await copyUsed(folder);
    const server = await start({ durable: true });
    expect(
      await query(
        server.admin,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
                current_setting('full_page_writes') as pages, current_setting('max_connections')::int as connections`,
      ),
    ).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', connections: 200 }]);
  });

  it('listens on 127.0.0.1 if the path is too long for a socket, and keeps its port', async () => {
    const deep = join(folder, 'a'.repeat(90));
    const first = await start({ dataDir: deep });
    expect(first.host).toBe('127.0.0.1');
    await first.stop();
    const second = await start({ dataDir: deep, port: first.port });
    expect(second.port).toBe(first.port);
    expect(await query(second.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over if the first start was cut off', async () => {
    const cluster = join(folder, 'cluster');
    await copyUsed(folder);
    // A cut-off initdb leaves an empty temporary folder beside the cluster's.
    await rm(cluster, { recursive: true, force: true });
    await mkdir(join(folder, 'cluster.new', 'cluster'), { recursive: true });
    await writeFile(join(folder, 'cluster.new', 'cluster', 'PG_VERSION'), '');
    const second = await start();
    expect(await query(second.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('replaces the server of a killed owner, and ends its sessions', async () => {
    await copyUsed(folder);
    const program = `
      import { startPostgres } from '@parlour/deployment/postgres/postgres-server';
      const server = await startPostgres({ dataDir: process.argv[1], durable: false });
      console.log(server.pid);
      setInterval(() => undefined, 1000);`;
    const tsx = ['--import', 'tsx', '--conditions=@parlour/source', '--input-type=module', '--eval', program];
    const owner = spawn(process.execPath, ['--no-warnings', ...tsx, folder], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await isServing(pid)).toBe(true);
    const password = await readFile(join(folder, 'password'), 'utf8');
    const session = new pg.Client({
      host: join(folder, 'socket'),
      port: 5432,
      database: 'postgres',
      user: 'parlour_admin',
      password,
    });
    const lost = new Promise((settle) => session.on('error', settle));
    await session.connect();
    await session.query('create table late (i int)');
    await session.query('begin');
    await session.query('insert into late values (1)');

    const server = await start();
    await lost;
    expect(await isServing(pid)).toBe(false);
    expect(await query(server.admin, 'select i from late')).toEqual([]);
    await expect(session.query('commit')).rejects.toThrow();
  });

  it('starts again after the server itself was killed under load', async () => {
    await copyUsed(folder);
    const first = await start();
    await query(first.admin, 'create table numbers as select generate_series(1, 1000) as i');
    const busy = query(first.admin, 'select sum(i) from generate_series(1, 1e9) as i').catch(() => undefined);
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL', expected: false });
    const lines: string[] = [];
    const second = await start({ log: (line) => lines.push(line) });
    await busy;
    expect(lines).toContainEqual(expect.stringMatching(/^PostgreSQL: .*not properly shut down/));
    expect(lines.filter((line) => line.includes('damaged'))).toEqual([]);
    expect(await query(second.admin, 'select count(*)::int as count from numbers')).toEqual([{ count: 1000 }]);
  });

  it('says plainly that the log of the last writes ends with a damaged record', async () => {
    await copyUsed(folder);
    const first = await start();
    await query(first.admin, "create table notes as select 'kept' as text");
    await query(first.admin, "insert into notes values ('a note that is lost')");
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const wal = join(folder, 'cluster', 'pg_wal');
    for (const name of (await readdir(wal)).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
      const bytes = await readFile(join(wal, name));
      const at = bytes.indexOf('a note that is lost');
      if (at === -1) continue;
      bytes[at] = 0;
      await writeFile(join(wal, name), bytes);
    }
    const lines: string[] = [];
    const second = await start({ log: (line) => lines.push(line) });
    expect(await query(second.admin, 'select text from notes')).toEqual([{ text: 'kept' }]);
    expect(lines.at(-1)).toMatch(/^The log of the last writes ends with a damaged record/);
  });

  it.each([
    [
      'a setting is wrong',
      'postgresql.conf',
      'max_connections = many\n',
      /^\s+FATAL: {2}configuration file .* contains errors$/m,
    ],
    ['a file is damaged', 'global/pg_control', 'x', /^\s+PANIC: {2}could not read file "global\/pg_control"/m],
  ])('says what is wrong and what to do if %s', async (_, file, text, found) => {
    await copyUsed(folder);
    await writeFile(join(folder, 'cluster', file), text);
    const failure: unknown = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PostgresStartError);
    const { message } = failure as PostgresStartError; // just checked
    expect(message).toMatch(/^PostgreSQL did not start on .*cluster:$/m);
    expect(message).toMatch(found);
    expect(message).toMatch(/^Correct what it names, and start again\. .*restore the newest backup/m);
  });

  it('ends a start whose caller stops, and starts again later', async () => {
    await copyUsed(folder);
    const stopped = start({ signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow('PostgreSQL did not start');
    const pidFile = await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
    expect(pidFile).toBe('');
    const second = await start();
    expect(await query(second.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('cuts its log, also where the older part cannot be kept', async () => {
    await copyUsed(folder);
    const log = join(folder, 'postgres.log');
    const limit = 8 * 1024 * 1024;
    await writeFile(log, '');
    await truncate(log, limit);
    // As on a full disk, nothing can be copied there.
    await mkdir(`${log}.1`);
    await start();
    expect((await stat(log)).size).toBeLessThan(limit);
  });

  it("does not mistake another process with the old server's id for it", async () => {
    await copyUsed(folder);
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const file = join(folder, 'cluster', 'postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(process.ppid)));
    const second = await start();
    expect(await query(second.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('provisioning', () => {
  const database = 'provisioned';
  const roles = [
    { source: 'identity', password: 'of identity' },
    { source: 'qa', password: 'of qa' },
  ] as const;
  // A server of its own: roles are global to a server, and other tests use those of the shared one.
  let folder: string;
  let server: PostgresServer;
  let admin: ConnectionOptions;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlour-postgres-'));
    await copyUsed(folder);
    server = await startPostgres({ dataDir: folder, durable: false });
    admin = server.admin;
  });
  afterEach(() => query(admin, `drop database if exists ${database} with (force)`));
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function catalogue(): Promise<unknown> {
    return {
      roles: await query(
        admin,
        `select r.*, setconfig from pg_authid r left join pg_db_role_setting s on s.setrole = r.oid order by rolname`,
      ),
      databases: await query(admin, `select datacl::text from pg_database where datname = '${database}'`),
      schemas: await query(
        { ...admin, database },
        'select nspname, nspowner, nspacl::text from pg_namespace order by 1',
      ),
    };
  }

  it('changes nothing when repeated', async () => {
    const first = await provisionDatabase(admin, { database, roles });
    const before = await catalogue();
    expect(await provisionDatabase(admin, { database, roles })).toEqual(first);
    expect(await catalogue()).toEqual(before);
  });

  it('gives each role its own two schemas and session time limits', async () => {
    const { qa } = await provisionDatabase(admin, { database, roles });
    await query(qa, 'create table mine (i int)');
    await query(qa, 'create table qa_next.mine (i int)');
    await query(qa, 'drop table mine');
    await query(qa, 'alter table qa_next.mine set schema qa');
    expect(
      await query(
        qa,
        `select current_schema() as schema, current_setting('statement_timeout') as statement,
                current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
      ),
    ).toEqual([{ schema: 'qa', statement: '5s', lock: '3s', idle: '10s' }]);
  });

  it('gives each role the settings that it needs on any server', async () => {
    const { qa } = await provisionDatabase(admin, { database, roles });
    const shown: unknown[] = [];
    for (const setting of Object.keys(roleSettings)) shown.push(...(await query(qa, `show ${setting}`)));
    expect(Object.assign({}, ...shown)).toEqual(roleSettings);
    expect(roleSettings).toMatchObject({ TimeZone: 'UTC', jit: 'off', log_min_error_statement: 'panic' });
  });

  it('keeps texts of refused statements out of the server’s log', async () => {
    const { qa } = await provisionDatabase(admin, { database, roles });
    await expect(query(qa, "select 'of a role'::int")).rejects.toMatchObject({ code: '22P02' });
    await expect(query(admin, "select 'of the admin'::int")).rejects.toMatchObject({ code: '22P02' });
    const log = await readFile(join(folder, 'postgres.log'), 'utf8');
    expect(log).toContain('of the admin');
    expect(log).not.toContain('of a role');
  });

  it('keeps every role out of the others’ schemas, of public and of the database itself', async () => {
    const { qa, identity } = await provisionDatabase(admin, { database, roles });
    await query(identity, 'create table secrets (hash text)');
    const denied = { code: '42501' };
    await expect(query(qa, 'select * from identity.secrets')).rejects.toMatchObject(denied);
    await expect(query(qa, 'create table identity_next.mine (i int)')).rejects.toMatchObject(denied);
    await expect(query(qa, 'create table public.mine (i int)')).rejects.toMatchObject(denied);
    await expect(query(qa, 'create schema more')).rejects.toMatchObject(denied);
    await expect(query(qa, 'create role more')).rejects.toMatchObject(denied);
    await expect(query(qa, 'set role identity')).rejects.toMatchObject(denied);
  });

  it('applies a changed password', async () => {
    const changed = [{ source: 'qa', password: 'another' }] as const;
    const { qa } = await provisionDatabase(admin, { database, roles: changed });
    expect(await query(qa, 'select current_user as me')).toEqual([{ me: 'qa' }]);
    await expect(query({ ...qa, password: 'of qa' }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  describe('on a server that was made with another locale', () => {
    const other = `template template0 encoding 'UTF8' locale_provider libc locale 'C'`;
    const localeOf = () =>
      query(
        admin,
        `select datlocprovider as provider, datlocale as locale, datcollate as libc
           from pg_database where datname = '${database}'`,
      );

    // The locale of a server is that of its templates. This one serves no other test afterwards.
    beforeAll(async () => {
      await query(admin, `create database made_elsewhere ${other}`);
      await query(admin, 'alter database template0 rename to made_here');
      await query(admin, 'alter database made_elsewhere rename to template0');
    });

    it('makes a database that sorts as everywhere, and has nothing to warn of', async () => {
      const warnings: string[] = [];
      const warn = (message: string): void => void warnings.push(message);
      for (const _ of ['once', 'again']) await provisionDatabase(admin, { database, roles, warn });
      expect(await localeOf()).toEqual([{ provider: 'b', locale: 'C.UTF-8', libc: 'C' }]);
      expect(warnings).toEqual([]);
    });

    it('leaves an existing database as it is, and says what follows', async () => {
      await query(admin, `create database ${database} ${other}`);
      const warnings: string[] = [];
      await provisionDatabase(admin, { database, roles, warn: (message) => warnings.push(message) });
      expect(await localeOf()).toEqual([{ provider: 'c', locale: null, libc: 'C' }]);
      expect(warnings).toEqual([expect.stringMatching(/^The database provisioned has the locale libc C, not builtin/)]);
    });
  });
});
