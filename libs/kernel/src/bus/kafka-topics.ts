import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type Source, sources } from '@parlour/contracts/envelope';
import type { KafkaConnection } from './kafka-bus.ts';

/** How long and how safely Kafka keeps what it is given; PostgreSQL is the log of record. */
export interface TopicSettings {
  readonly replicationFactor: number;
  /** How long events stay, for services that are away. */
  readonly retentionMs: number;
}

/** Seven days, on one broker. Source: docs/design/architecture.md#kafka. */
export const topicSettings: TopicSettings = { replicationFactor: 1, retentionMs: 7 * 24 * 3_600_000 };

/** Minutes: a gateway that was away longer has its clients refetch. */
const liveRetentionMs = 10 * 60_000;

/** The live messages of one batch are one message. */
const greatestMessageBytes = 8 * 1_024 * 1_024;

/** The names of the topics below a prefix, which is a site's own where several share a broker. */
export function topicNames(prefix: string): { readonly live: string; of(source: Source): string } {
  return { live: `${prefix}.live.v1`, of: (source) => `${prefix}.${source}.v1` };
}

/** Topics that lose the order of events: whoever runs the site has to make them anew. */
export class WrongTopics extends Error {
  override readonly name = 'WrongTopics';
}

/**
 * Makes the topics that are missing, each of one partition: the order across keys matters to readers. What the init job does.
 * @throws {WrongTopics} when a topic has another number of partitions: its events would have no order
 */
export async function makeTopics(admin: Admin, prefix: string, settings: TopicSettings = topicSettings): Promise<void> {
  const names = topicNames(prefix);
  const wanted = [names.live, ...sources.map((source) => names.of(source))];
  await admin.createTopics({
    waitForLeaders: true,
    topics: wanted.map((topic) => ({
      topic,
      numPartitions: 1,
      replicationFactor: settings.replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: String(topic === names.live ? liveRetentionMs : settings.retentionMs) },
        { name: 'max.message.bytes', value: String(greatestMessageBytes) },
        { name: 'min.insync.replicas', value: String(settings.replicationFactor > 2 ? 2 : 1) },
      ],
    })),
  });
  await checkTopics(admin, prefix);
}

/**
 * @throws Error naming the topics that are missing
 * @throws {WrongTopics} naming those of another number of partitions than one
 */
export async function checkTopics(admin: Admin, prefix: string): Promise<void> {
  const names = topicNames(prefix);
  const wanted = [names.live, ...sources.map((source) => names.of(source))];
  const existing = new Set(await admin.listTopics());
  const made = wanted.filter((topic) => existing.has(topic));
  // Asked about no topic, Kafka tells of all.
  const { topics } = made.length > 0 ? await admin.fetchTopicMetadata({ topics: made }) : { topics: [] };
  const wrong = topics.filter((topic) => topic.partitions.length !== 1).map((topic) => topic.name);
  if (wrong.length > 0) throw new WrongTopics(`Kafka's topics ${wrong.join(', ')} must have one partition each`);
  const missing = wanted.filter((topic) => !existing.has(topic));
  if (missing.length > 0) throw new Error(`Kafka lacks the topics ${missing.join(', ')}: run the job that makes them`);
}

/** How often a broker that is away, or lacks what is asked for, is asked again. */
const retryMs = 500;

/**
 * Does `work` as soon as Kafka lets it be done: a broker that is away is waited for, as are topics that are still to be made. `tell` hears of the first
 * failure.
 * @throws {WrongTopics} at once
 * @throws what failed last, once `patience` is aborted
 */
export async function whenKafkaIsThere(
  connection: KafkaConnection,
  work: (admin: Admin) => Promise<void>,
  log: (failure: unknown) => void,
  patience?: AbortSignal,
): Promise<void> {
  // kafkajs needs no voice of its own here: what fails is told.
  const kafka = new Kafka({ ...connection, clientId: 'parlour', logLevel: logLevel.NOTHING, retry: { retries: 2 } });
  for (let logged = false; ; logged = true) {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } catch (failure) {
      if (failure instanceof WrongTopics || patience?.aborted) throw failure;
      if (!logged) log(failure);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
    // Not even patience that has ended leaves without the last answer.
    await delay(retryMs, undefined, { signal: patience }).catch(() => undefined);
  }
}
