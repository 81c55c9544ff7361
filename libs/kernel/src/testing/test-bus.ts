import { randomUUID } from 'node:crypto';
import { sources } from '@parlour/contracts/envelope';
import type { Bus } from '../bus/bus.ts';
import { InProcessBus } from '../bus/in-process-bus.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * The bus of a service under test: in memory, or, if `PARLOUR_TEST_KAFKA` (host:port) names a
 * broker, Kafka with topics of its own.
 */
export async function openTestBus(logger: Logger): Promise<Bus> {
  const broker = process.env['PARLOUR_TEST_KAFKA'];
  if (!broker) return new InProcessBus(logger);
  // Imported lazily: nearly every test file uses this module, and few runs have a broker.
  const { KafkaBus } = await import('../bus/kafka-bus.ts');
  const { makeTopics, whenKafkaIsThere } = await import('../bus/kafka-topics.ts');
  const brokers = [broker];
  const clientId = 'test';
  const prefix = `test-${randomUUID()}`;
  // A busy broker does not know a new topic at once.
  await whenKafkaIsThere(
    { brokers },
    (admin) => makeTopics(admin, prefix),
    () => undefined,
  );
  return new KafkaBus({ brokers, clientId, prefix, follows: sources, logger });
}
