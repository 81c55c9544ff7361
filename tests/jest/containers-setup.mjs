import { readFileSync } from 'node:fs';
import { GenericContainer, Wait } from 'testcontainers';
import { machinePrepared } from './machine-prepared.mjs';
import startTestPostgres from './postgres-setup.mjs';

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');

/** The versions of compose, without durability. */
const settings = [...compose.matchAll(/-c (\w+=\w[\w.]*)/g)].map(([, setting]) => setting).concat('fsync=off');

const [, image] = /^ {4}image: (postgres:\S+)$/m.exec(compose) ?? [];
if (!image) throw new Error('docker-compose.yml names no image of PostgreSQL');

async function startPostgres() {
  const password = 'containers';
  const container = await new GenericContainer(image)
    .withEnvironment({
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .withExposedPorts(5432)
    // Once by the server that the entry point sets up with, once by the one that stays.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .withStartupTimeout(120_000)
    .start();
  const port = container.getMappedPort(5432);
  return { container, admin: { host: '127.0.0.1', port, database: 'postgres', user: 'postgres', password } };
}

/**
 * Starts PostgreSQL in a container and passes its address to the test files, which inherit this
 * environment.
 */
export default async function startContainers() {
  await machinePrepared();
  const { container, admin } = await startPostgres();
  globalThis.parlourContainer = container;
  process.env.PARLOUR_TEST_SERVER = JSON.stringify(admin);
  await startTestPostgres();
}
