import { KafkaBus, type KafkaBusOptions } from '@parlour/kernel/bus/kafka-bus';
import { checkTopics, whenKafkaIsThere } from '@parlour/kernel/bus/kafka-topics';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { kafkaOf, type ProcessConfig } from './process-config.ts';
import type { Started } from './run-process.ts';

/**
 * Opens the bus of a process. Topics are checked beside the start: it retries while a broker is
 * away or topics are missing; a topic with several partitions, which would break the order of
 * events, ends the process with code 78.
 */
export function openProcessBus(
  config: ProcessConfig,
  options: Pick<KafkaBusOptions, 'clientId' | 'follows' | 'logger'>,
  started: Started,
): KafkaBus {
  const { logger } = options;
  const bus = new KafkaBus({ ...kafkaOf(config), ...options, prefix: config.TOPIC_PREFIX });
  void whenKafkaIsThere(
    kafkaOf(config),
    (admin) => checkTopics(admin, config.TOPIC_PREFIX),
    (failure) => logger.warn({ err: failure }, 'waiting for Kafka'),
  ).catch((failure: unknown) => started.fail(failure, configurationExitCode));
  return bus;
}
