import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { KafkaBus } from '../bus/kafka-bus.ts';
import { checkTopics, WrongTopics } from '../bus/kafka-topics.ts';
import { configurationExitCode } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';
import { kafkaOf, type ProcessConfig } from './process-config.ts';
import type { Started } from './run-process.ts';

/** How often a broker that is away, or lacks the topics, is asked again. */
const retryMs = 1_000;

/**
 * The bus of a process. Beside its start the topics are looked at: a broker that is away is waited for, as are topics that are still to be made; one
 * with several partitions, which would lose the order of events, ends the process with 78.
 */
export function openProcessBus(config: ProcessConfig, clientId: string, logger: Logger, started: Started): KafkaBus {
  const bus = new KafkaBus({ ...kafkaOf(config), clientId, prefix: config.TOPIC_PREFIX, logger });
  void watchTopics(config, clientId, logger).catch((failure: unknown) => started.fail(failure, configurationExitCode));
  return bus;
}

async function watchTopics(config: ProcessConfig, clientId: string, logger: Logger): Promise<void> {
  // kafkajs needs no voice of its own here: what fails is told below.
  const admin = new Kafka({
    ...kafkaOf(config),
    clientId,
    logLevel: logLevel.NOTHING,
    retry: { retries: 1 },
  }).admin();
  for (;;) {
    try {
      await admin.connect();
      await checkTopics(admin, config.TOPIC_PREFIX);
      return;
    } catch (failure) {
      if (failure instanceof WrongTopics) throw failure;
      logger.warn({ err: failure }, 'waiting for Kafka');
      await delay(retryMs, undefined, { ref: false });
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
