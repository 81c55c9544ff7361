import { KafkaBus } from '../bus/kafka-bus.ts';
import { checkTopics, whenKafkaIsThere } from '../bus/kafka-topics.ts';
import { configurationExitCode } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';
import { kafkaOf, type ProcessConfig } from './process-config.ts';
import type { Started } from './run-process.ts';

/**
 * The bus of a process. Beside its start the topics are looked at: a broker that is away is waited for, as are topics that are still to be made; one
 * with several partitions, which would lose the order of events, ends the process with 78.
 */
export function openProcessBus(config: ProcessConfig, clientId: string, logger: Logger, started: Started): KafkaBus {
  const bus = new KafkaBus({ ...kafkaOf(config), clientId, prefix: config.TOPIC_PREFIX, logger });
  void whenKafkaIsThere(
    kafkaOf(config),
    (admin) => checkTopics(admin, config.TOPIC_PREFIX),
    (failure) => logger.warn({ err: failure }, 'waiting for Kafka'),
  ).catch((failure: unknown) => started.fail(failure, configurationExitCode));
  return bus;
}
