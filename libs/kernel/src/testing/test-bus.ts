import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/bus.ts';
import { EmbeddedBus } from '../bus/embedded-bus.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * The bus of a service under test: in memory, or, in a run whose set-up names a broker in `PARLOUR_TEST_KAFKA` (host:port), Kafka, with topics of this
 * service's own.
 */
export async function openTestBus(logger: Logger): Promise<Bus> {
  const broker = process.env['PARLOUR_TEST_KAFKA'];
  if (!broker) return new EmbeddedBus(logger);
  // Loaded here alone: nearly every file has this one, and few runs have a broker.
  const { Kafka, logLevel } = await import('kafkajs');
  const { KafkaBus } = await import('../bus/kafka-bus.ts');
  const { makeTopics } = await import('../bus/kafka-topics.ts');
  const brokers = [broker];
  const clientId = 'test';
  const prefix = `test-${randomUUID()}`;
  const admin = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await makeTopics(admin, prefix);
  await admin.disconnect();
  return new KafkaBus({ brokers, clientId, prefix, logger });
}
