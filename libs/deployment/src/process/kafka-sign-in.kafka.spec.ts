import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { makeTopics, whenKafkaIsThere } from '@parlour/kernel/bus/kafka-topics';
import { type Environment, readConfiguration } from '@parlour/kernel/config/config';
import { makeAuthority } from '@parlour/kernel/testing/certificates';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { freePort } from '@parlour/kernel/process/free-port';
import { openProcessBus } from './process-bus.ts';
import { kafkaOf, ProcessConfig, TopicConfig } from './process-config.ts';

interface Broker {
  stop(): Promise<void>;
}

type StartBroker = (options: {
  dataDir: string;
  port: number;
  controllerPort: number;
  settings: string[];
  formatting: string[];
}) => Promise<Broker>;

const authority = makeAuthority('the authority of these brokers');
const another = makeAuthority('somebody else');

let folder: string;
let broker: Broker;
/** A complete and correct environment for a process. */
let environment: Environment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parlour-signed-in-'));
  const [port, controllerPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const { certificate, key } = authority.issue('localhost');
  const keystore = join(folder, 'broker.pem');
  writeFileSync(keystore, key + certificate);
  writeFileSync(join(folder, 'authority.pem'), authority.certificate);
  writeFileSync(join(folder, 'another.pem'), another.certificate);
  const users = [`SCRAM-SHA-512=[name=parlour,password=right]`];
  // A module of another package, which is not TypeScript.
  const program = new URL('../../../../deploy/kafka/broker.mjs', import.meta.url).href;
  const { startBroker } = (await import(program)) as { startBroker: StartBroker };
  broker = await startBroker({
    dataDir: join(folder, 'data'),
    port,
    controllerPort,
    settings: [
      `listeners=SASL_SSL://localhost:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
      'listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name=SASL_SSL',
      'sasl.enabled.mechanisms=SCRAM-SHA-512',
      'sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512',
      'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="parlour" password="right";',
      'ssl.keystore.type=PEM',
      `ssl.keystore.location=${keystore}`,
      'ssl.truststore.type=PEM',
      `ssl.truststore.location=${join(folder, 'authority.pem')}`,
    ],
    formatting: users.flatMap((user) => ['--add-scram', user]),
  });
  environment = {
    KAFKA_BROKERS: `localhost:${port}`,
    TOPIC_PREFIX: 'signed-in',
    KAFKA_TLS: 'on',
    KAFKA_CA_FILE: join(folder, 'authority.pem'),
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'parlour',
    KAFKA_PASSWORD: 'right',
    SERVICE_ADDRESSES: 'qa=127.0.0.1:1',
    ACTOR_SECRET: Buffer.alloc(32, 1).toString('base64'),
  };
});
afterAll(async () => {
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

const notStarted = { onEnd: () => undefined, fail: () => undefined };

describe('a broker that requires TLS and a password', () => {
  it('accepts a process that knows its authority and the password', async () => {
    const make = (admin: Admin) => makeTopics(admin, 'signed-in');
    await whenKafkaIsThere(connectionOf(environment), make, () => undefined);
    const bus = openProcessBus(
      readConfiguration(ProcessConfig, environment),
      { clientId: 'test', follows: ['qa'], logger: silentLogger },
      notStarted,
    );
    const seen: number[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes.map((one) => one.position)));
    await bus.publish('qa', envelopesOf('qa', [{ type: 'Counted', data: {} }]));
    await until('the event has come', (saw) => saw(seen.length) === 1);
    await bus.close();
  });

  it.each<[string, Environment, RegExp]>([
    ['gives another password', { KAFKA_PASSWORD: 'wrong' }, /SCRAM|authentication/i],
    ['has an unknown username', { KAFKA_USERNAME: 'nobody' }, /SCRAM|authentication/i],
    ['trusts another authority', { KAFKA_CA_FILE: 'another.pem' }, /self-signed|unable to/],
    ['trusts only the authorities of Node', { KAFKA_CA_FILE: '' }, /self-signed|unable to/],
    ['finds another name in the certificate', { KAFKA_BROKERS: '127.0.0.1' }, /is not in the cert's list/],
  ])('refuses a process that %s', async (_what, wrong, why) => {
    const settings = { ...environment, ...wrong };
    if (wrong['KAFKA_CA_FILE']) settings['KAFKA_CA_FILE'] = join(folder, wrong['KAFKA_CA_FILE']);
    if (wrong['KAFKA_BROKERS'])
      settings['KAFKA_BROKERS'] = environment['KAFKA_BROKERS']?.replace('localhost', '127.0.0.1');
    const client = { ...connectionOf(settings), clientId: 'test', logLevel: logLevel.NOTHING, retry: { retries: 1 } };
    const admin = new Kafka(client).admin();
    await expect(admin.connect()).rejects.toThrow(why);
    await admin.disconnect();
  });
});

function connectionOf(settings: Environment) {
  return kafkaOf(readConfiguration(TopicConfig, settings));
}
