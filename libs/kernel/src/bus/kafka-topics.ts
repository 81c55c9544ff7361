import kafkajs, { type Admin, logLevel } from 'kafkajs';
import { type Source, sources } from '@parlour/contracts/envelope';
import { Kafka, type KafkaConnection } from './kafka-client.ts';
import { pause } from '../process/pause.ts';

// Node finds not all names of a module of the older kind.
const { ConfigResourceTypes, ConfigSource } = kafkajs;

/** Kafka's retention and replication; PostgreSQL is the log of record. */
export interface TopicSettings {
  readonly replicationFactor: number;
  /** How long events are kept, for services that are away. */
  readonly retentionMs: number;
}

/** Seven days, on one broker. Source: docs/design/architecture.md#kafka. */
export const topicSettings: TopicSettings = { replicationFactor: 1, retentionMs: 7 * 24 * 3_600_000 };

/** Minutes: a gateway that was away for longer has its clients refetch. Heads are only for now. */
const liveRetentionMs = 10 * 60_000;

/**
 * Kafka deletes whole segments, once their newest record is too old. By default one is closed after
 * a week, so texts would stay for a week longer.
 */
const eventSegmentMs = 24 * 3_600_000;

/** Far more than is sent at once, for one event or live message that is longer by itself. */
const greatestMessageBytes = 8 * 1_024 * 1_024;

/** The topic names with a prefix, which a site needs when several share a broker. */
export function topicNames(prefix: string) {
  const [live, heads] = [`${prefix}.live.v1`, `${prefix}.heads.v1`];
  const of = (source: Source): string => `${prefix}.${source}.v1`;
  return { live, heads, of, all: [live, heads, ...sources.map(of)] };
}

/** Topics that would break the order of events: the operator has to create them anew. */
export class WrongTopics extends Error {
  override readonly name = 'WrongTopics';
}

/** For how long a topic keeps records, and for how long it collects those that go together. */
function timesOf(topic: string, prefix: string, { retentionMs }: TopicSettings): { name: string; value: string }[] {
  const { live, heads } = topicNames(prefix);
  const kept = topic === live || topic === heads ? liveRetentionMs : retentionMs;
  return [
    { name: 'retention.ms', value: String(kept) },
    { name: 'segment.ms', value: String(Math.min(kept, eventSegmentMs)) },
  ];
}

/**
 * Creates missing topics with one partition each, because readers rely on the order across keys,
 * and sets the times of existing ones; resolves once readers can join groups. The init job calls
 * this.
 * @throws {WrongTopics} when a topic has more than one partition
 */
export async function makeTopics(admin: Admin, prefix: string, settings: TopicSettings = topicSettings): Promise<void> {
  const { all } = topicNames(prefix);
  await admin.createTopics({
    waitForLeaders: true,
    topics: all.map((topic) => ({
      topic,
      numPartitions: 1,
      replicationFactor: settings.replicationFactor,
      configEntries: [
        ...timesOf(topic, prefix, settings),
        { name: 'max.message.bytes', value: String(greatestMessageBytes) },
        { name: 'min.insync.replicas', value: String(settings.replicationFactor > 2 ? 2 : 1) },
      ],
    })),
  });
  await checkTopics(admin, prefix);
  await setTimes(admin, prefix, settings);
  // A new broker makes its own topic of groups now. The first readers would fail while it does.
  await admin.describeGroups([`${prefix}.events`]);
}

/** Leaves what else somebody has set: kafkajs replaces all settings of a topic that it alters. */
async function setTimes(admin: Admin, prefix: string, settings: TopicSettings): Promise<void> {
  const asked = topicNames(prefix).all.map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: asked });
  const changed = resources.flatMap(({ resourceName: name, configEntries }) => {
    const times = timesOf(name, prefix, settings);
    const set = new Map(
      configEntries
        .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
        .map(({ configName, configValue }) => [configName, configValue]),
    );
    if (times.every((time) => set.get(time.name) === time.value)) return [];
    for (const time of times) set.set(time.name, time.value);
    const entries = [...set].map(([key, value]) => ({ name: key, value }));
    return [{ type: ConfigResourceTypes.TOPIC, name, configEntries: entries }];
  });
  if (changed.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changed });
}

/**
 * @throws Error naming missing topics
 * @throws {WrongTopics} naming topics with more than one partition
 */
export async function checkTopics(admin: Admin, prefix: string): Promise<void> {
  const wanted = topicNames(prefix).all;
  const existing = new Set(await admin.listTopics());
  const made = wanted.filter((topic) => existing.has(topic));
  // Asked about no topic, Kafka describes all of them.
  const { topics } = made.length > 0 ? await admin.fetchTopicMetadata({ topics: made }) : { topics: [] };
  const wrong = topics.filter((topic) => topic.partitions.length !== 1).map((topic) => topic.name);
  if (wrong.length > 0) throw new WrongTopics(`Kafka's topics ${wrong.join(', ')} must have one partition each`);
  const missing = wanted.filter((topic) => !existing.has(topic));
  if (missing.length > 0)
    throw new Error(`Kafka lacks the topics ${missing.join(', ')}: run the job that creates them`);
}

/** How often to retry while a broker is away or lacks topics. */
const retryMs = 500;

/**
 * Runs `work` as soon as Kafka allows: retries while a broker is away or topics are missing. `log`
 * gets the first failure.
 * @throws {WrongTopics} at once
 * @throws the last failure, once `patience` is aborted
 */
export async function whenKafkaIsThere(
  connection: KafkaConnection,
  work: (admin: Admin) => Promise<void>,
  log: (failure: unknown) => void,
  patience?: AbortSignal,
): Promise<void> {
  // The caller logs failures, so kafkajs' own logger is off.
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
    // Checked after the attempt: even with `patience` aborted there is one answer.
    await pause(retryMs, patience);
  }
}
