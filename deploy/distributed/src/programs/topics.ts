import 'reflect-metadata';
import { IsInt, Max, Min } from 'class-validator';
import { makeTopics, whenKafkaIsThere, WrongTopics } from '@parlour/kernel/bus/kafka-topics';
import { readConfiguration } from '@parlour/kernel/config/config';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { kafkaOf, TopicConfig } from '@parlour/deployment/process/process-config';
import { messageOf, runProcess } from '@parlour/deployment/process/run-process';

// Creates the topics, once before the services start; idempotent.

const patienceMs = 120_000;

class TopicJobConfig extends TopicConfig {
  /** Replicas of each event. */
  @IsInt()
  @Min(1)
  @Max(9)
  TOPIC_REPLICATION = 1;

  /** How long events are kept, for services that are away. */
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
  try {
    await whenKafkaIsThere(
      kafkaOf(config),
      (admin) => makeTopics(admin, config.TOPIC_PREFIX, settings),
      (failure) => console.log(`Waiting for Kafka on ${config.KAFKA_BROKERS} (${messageOf(failure)}) …`),
      AbortSignal.timeout(patienceMs),
    );
  } catch (failure) {
    if (!(failure instanceof WrongTopics)) throw failure;
    started.fail(failure.message, configurationExitCode);
    return;
  }
  console.log('The topics are ready.');
  process.exit(0);
});
