import { readFileSync } from 'node:fs';
import getPort from 'get-port';
import { GenericContainer, Wait } from 'testcontainers';
import { machinePrepared } from './machine-prepared.mjs';
import startTestPostgres from './postgres-setup.mjs';

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');

/** The versions of compose, without durability. */
const settings = [...compose.matchAll(/-c (\w+=\w[\w.]*)/g)].map(([, setting]) => setting).concat('fsync=off');

/** The image of a name in docker-compose.yml. */
function imageOf(name) {
  const [, image] = new RegExp(`^    image: (${name}:\\S+)$`, 'm').exec(compose) ?? [];
  if (!image) throw new Error(`docker-compose.yml names no image ${name}`);
  return image;
}

async function startPostgres() {
  const password = 'containers';
  const container = await new GenericContainer(imageOf('postgres'))
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

async function startKafka() {
  // The broker advertises its address, so the port must be known before it starts.
  const port = await getPort({ host: '127.0.0.1' });
  const container = await new GenericContainer(imageOf('apache/kafka'))
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://localhost:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
    .withExposedPorts({ container: 9092, host: port })
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000)
    .start();
  return { container, broker: `127.0.0.1:${port}` };
}

/**
 * Starts PostgreSQL and Kafka in containers and passes their addresses to the test files, which
 * inherit this environment.
 */
export default async function startContainers() {
  await machinePrepared();
  const [postgres, kafka] = await Promise.all([startPostgres(), startKafka()]);
  globalThis.parlourContainers = [postgres.container, kafka.container];
  process.env.PARLOUR_TEST_SERVER = JSON.stringify(postgres.admin);
  process.env.PARLOUR_TEST_KAFKA = kafka.broker;
  process.env.KAFKA_BROKER = kafka.broker;
  await startTestPostgres();
}
