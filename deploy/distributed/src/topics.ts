import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { IsInt, Max, Min } from 'class-validator';
import { Kafka, logLevel } from 'kafkajs';
import { makeTopics, WrongTopics } from '@parlour/kernel/bus/kafka-topics';
import { configurationExitCode, readConfiguration } from '@parlour/kernel/config/config';
import { kafkaOf, TopicConfig } from '@parlour/kernel/process/process-config';
import { messageOf, runProcess } from '@parlour/kernel/process/run-process';

// Makes the topics, once before the first services start; done again it changes nothing.

const patienceMs = 120_000;

class TopicJobConfig extends TopicConfig {
  /** Of how many brokers each event is kept on. */
  @IsInt()
  @Min(1)
  @Max(9)
  TOPIC_REPLICATION = 1;

  /** How long events stay, for services that are away. */
  @IsInt()
  @Min(1)
  TOPIC_RETENTION_HOURS = 168;
}

await runProcess(async (started) => {
  const config = readConfiguration(TopicJobConfig, process.env);
  const settings = {
    replicationFactor: config.TOPIC_REPLICATION,
    retentionMs: config.TOPIC_RETENTION_HOURS * 3_600_000,
  };
  const kafka = new Kafka({
    ...kafkaOf(config),
    clientId: 'parlour topics',
    logLevel: logLevel.NOTHING,
    retry: { retries: 3 },
  });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const admin = kafka.admin();
    try {
      await admin.connect();
      await makeTopics(admin, config.TOPIC_PREFIX, settings);
      break;
    } catch (failure) {
      if (failure instanceof WrongTopics) {
        started.fail(failure.message, configurationExitCode);
        return;
      }
      if (performance.now() > deadline) throw failure;
      console.log(`Waiting for Kafka on ${config.KAFKA_BROKERS} (${messageOf(failure)}) …`);
      await delay(1_000);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
  console.log('The topics are ready.');
  process.exit(0);
});
