import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { sources } from '@parlour/contracts/envelope';

const root = fileURLToPath(new URL('../../', import.meta.url));
const services = sources.map((source) => `deploy/distributed/dist/${source}.js`);
const secret = Buffer.alloc(32, 1).toString('base64url');
const broker = process.env['KAFKA_BROKER'] ?? '';

/** Runs a program to its end with this environment only. */
async function run(
  program: string,
  environment: Record<string, string> = {},
  words: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, [join(root, program), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** The variables named by an error message. */
function named(said: string): string[] {
  return [...said.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name ?? '').sort();
}

const ofAll = ['ACTOR_SECRET', 'KAFKA_BROKERS', 'SERVICE_ADDRESSES'];

describe('a process without configuration reports everything missing and exits with 78', () => {
  test.each(services)('%s', async (program) => {
    const { code, said } = await run(program);
    const missing = [...ofAll, 'PGHOST', 'PGPASSWORD', 'PGUSER'].sort();
    expect({ code, missing: named(said) }).toEqual({ code: 78, missing });
  });

  test('the gateway', async () => {
    const { code, said } = await run('deploy/distributed/dist/gateway.js');
    expect({ code, missing: named(said) }).toEqual({ code: 78, missing: [...ofAll, 'SESSION_SECRET'] });
  });

  test('the migration job', async () => {
    const { code, said } = await run('deploy/distributed/dist/migrate.js');
    const missing = ['DATABASE_PASSWORDS_DIR', 'PGHOST', 'PGPASSWORD', 'PGUSER'];
    expect({ code, missing: named(said) }).toEqual({ code: 78, missing });
  });

  test('the topic job', async () => {
    const { code, said } = await run('deploy/distributed/dist/topics.js');
    expect({ code, missing: named(said) }).toEqual({ code: 78, missing: ['KAFKA_BROKERS'] });
  });
});

test('a process with a wrong configuration reports all faults, and no secret', async () => {
  const { code, said } = await run('deploy/distributed/dist/identity.js', {
    KAFKA_BROKERS: 'kafka',
    TOPIC_PREFIX: 'Not this one',
    SERVICE_ADDRESSES: 'nobody=x:1',
    ACTOR_SECRET: 'hunter2',
    PGHOST: 'db',
    PGUSER: 'identity',
    PGPASSWORD_FILE: '/nowhere/at/all',
    PASSWORD_MIN_LENGTH: 'long',
    RPC_PORT: '70000',
  });
  expect(code).toBe(78);
  expect(named(said)).toEqual([...ofAll, 'PASSWORD_MIN_LENGTH', 'PGPASSWORD_FILE', 'RPC_PORT', 'TOPIC_PREFIX'].sort());
  expect(said).not.toContain('hunter2');
});

describe('a topic with several partitions', () => {
  const prefix = `wrong-${randomUUID()}`.slice(0, 40);
  const admin = new Kafka({ brokers: [broker], clientId: 'test', logLevel: logLevel.NOTHING }).admin();
  afterAll(() => admin.disconnect());

  test('is reported by the job and by a service, which exit with 78', async () => {
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: `${prefix}.qa.v1`, numPartitions: 3 }], waitForLeaders: true });
    const environment = { KAFKA_BROKERS: broker, TOPIC_PREFIX: prefix };
    const why = `${prefix}.qa.v1 must have one partition`;
    const job = await run('deploy/distributed/dist/topics.js', environment);
    expect(job.code).toBe(78);
    expect(job.said).toContain(why);
    const service = await run('deploy/distributed/dist/qa.js', {
      ...environment,
      SERVICE_ADDRESSES: 'identity=127.0.0.1:1',
      ACTOR_SECRET: secret,
      PGHOST: '127.0.0.1',
      PGPORT: '1',
      PGUSER: 'qa',
      PGPASSWORD: 'x',
      RPC_PORT: '0',
      HEALTH_PORT: '0',
    });
    expect(service.code).toBe(78);
    expect(service.said).toContain(why);
  });
});

test('secrets are created once, and readable by nobody else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-secrets-'));
  try {
    expect((await run('deploy/distributed/dist/secrets.js', {}, [folder])).code).toBe(0);
    const names = (await readdir(folder)).sort();
    const passwords = ['postgres', ...sources].map((role) => `${role}-password`);
    const expected = ['actor-secret', 'session-secret', 'push-key', ...passwords];
    expect(names).toEqual(expected.sort());
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(new Set(texts).size).toBe(names.length);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o007).toBe(0);
    expect((await run('deploy/distributed/dist/secrets.js', {}, [folder])).code).toBe(0);
    expect(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).toEqual(texts);
  } finally {
    await rm(folder, { recursive: true });
  }
});
