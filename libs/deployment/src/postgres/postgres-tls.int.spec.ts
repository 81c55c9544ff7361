import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { checkedTls } from '@parlour/kernel/config/checked-tls';
import { openDatabase, statement } from '@parlour/kernel/database/database';
import { isConnectionFailure } from '@parlour/kernel/database/failures';
import { CommitNotices } from '@parlour/kernel/log/commit-notices';
import { makeAuthority } from '@parlour/kernel/testing/certificates';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { provisionDatabase } from './provision.ts';

const authority = makeAuthority('the authority of this site');
const another = makeAuthority('somebody else');

let folder: string;
let server: PostgresServer;
/** As an external server is reached: by name, and with TLS only. */
let connection: ConnectionOptions;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-tls-'));
  // The path is too long for a Unix socket, so the server listens on an address.
  server = await startPostgres({ dataDir: join(folder, 'p'.repeat(100)), durable: false });
  connection = { ...server.admin, host: 'localhost', ssl: checkedTls(authority.certificate) };
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(options: ConnectionOptions, text = 'select 1 as answer'): Promise<unknown> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ answer: unknown }>(text)).rows[0]?.answer;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const failureOf = (options: ConnectionOptions): Promise<unknown> =>
  ask(options).then(
    () => undefined,
    (failure: unknown) => failure,
  );

describe('a server without TLS', () => {
  it('is refused by clients that require TLS, and accepted by local tools whatever their environment says', async () => {
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ message: 'The server does not support SSL connections' });
    expect(isConnectionFailure(failure)).toBe(true);
    process.env['PGSSLMODE'] = 'require';
    try {
      expect(await ask(server.admin)).toBe(1);
    } finally {
      delete process.env['PGSSLMODE'];
    }
  });
});

describe('a server with a certificate for localhost', () => {
  beforeAll(async () => {
    const cluster = join(folder, 'p'.repeat(100), 'cluster');
    const { certificate, key } = authority.issue('localhost');
    const { uid, gid } = await stat(cluster);
    for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
      await writeFile(join(cluster, name), text, { mode: 0o600 });
      await chown(join(cluster, name), uid, gid);
    }
    await ask(server.admin, 'alter system set ssl = on');
    await ask(server.admin, 'select pg_reload_conf() as answer');
    await until('it speaks TLS', async (saw) => saw(await failureOf(connection)) === undefined);
  });

  it('is accepted by every kind of our connections', async () => {
    const roles = [{ source: 'qa' as const, password: 'of qa' }];
    const { qa } = await provisionDatabase(connection, { database: 'parlour', roles });
    const encrypted = 'select ssl as answer from pg_stat_ssl where pid = pg_backend_pid()';
    expect(await ask(qa, encrypted)).toBe(true);
    const database = await openDatabase(qa, { entities: [], migrations: [] }, silentLogger);
    expect(await database.query(statement('encrypted', encrypted))).toEqual([{ answer: true }]);
    await database.close();
    let notified = 0;
    const notices = new CommitNotices(qa, 'qa', () => (notified += 1), silentLogger);
    notices.start();
    await until('commit notices arrive', (saw) => saw(notified) > 0);
    await notices.stop();
  });

  it.each<[string, Partial<ConnectionOptions>, RegExp]>([
    ['of an authority that is not ours', { ssl: checkedTls(another.certificate) }, /self-signed|unable to/],
    ['of an unknown authority', { ssl: checkedTls('') }, /self-signed|unable to/],
    ['under another name', { host: '127.0.0.1' }, /IP: 127\.0\.0\.1 is not in the cert/],
  ])('is refused if it is %s', async (_what, wrong, message) => {
    const failure = await failureOf({ ...connection, ...wrong });
    expect((failure as Error).message).toMatch(message);
    expect(isConnectionFailure(failure)).toBe(true);
  });
});
