import { type KafkaMessage, logLevel, Partitioners, type Producer } from 'kafkajs';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Logger } from '../logging/logger.ts';
import { type Bus, type EventHandler, type Head, headOf, type LiveHandler, type Unsubscribe } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';
import { Kafka, type KafkaConnection } from './kafka-client.ts';
import { eventSends, isShort, liveSends, type Message } from './kafka-messages.ts';
import { Reading } from './kafka-reading.ts';
import { topicNames } from './kafka-topics.ts';
import { Listeners } from './listeners.ts';

/** The settings of a Kafka bus. */
export interface KafkaBusOptions extends KafkaConnection {
  /** Identifies this process in Kafka's logs. */
  readonly clientId: string;
  /** The site's prefix for topics and groups. */
  readonly prefix: string;
  /** The logs that this process reads: a change of topics would make it join its group again. */
  readonly follows: readonly Source[];
  readonly logger: Logger;
}

/** What one send brings to a topic. */
interface TopicMessages {
  readonly topic: string;
  readonly messages: readonly Message[];
}

/** How much longer a reader may be silent than the others. */
const standstillMs = 120_000;

/** How often heads are sent, at most: with every heartbeat of a relay, which are a second apart. */
const headMs = 900;

/**
 * The bus of several processes. Every process reads all that is published after its start, in a
 * consumer group of its own, so that no group waits for a reader that has ended. It passes the
 * events on in memory; replicas share a checkpoint, so each event is applied once. Consumers read
 * older and lost events from the owner's feed. Guards around kafkajs: one send in flight (its
 * idempotent producer fails with two), no transactions, no error of a handler reaches it (a
 * TypeError stops a consumer for good), and a reader that crashed for good is replaced.
 * Source: docs/design/architecture.md#kafka.
 */
export class KafkaBus implements Bus {
  readonly durable = true;
  private readonly kafka: Kafka;
  private readonly names: ReturnType<typeof topicNames>;
  /** Delivers to the subscribers of this process. */
  private readonly local: InProcessBus;
  private readonly logs: Reading;
  private readonly live: Reading;
  private readonly heads: Reading;
  private readonly headWatchers: Listeners<Head>;
  /** When the head of a log was sent last, in `performance.now()`. */
  private readonly headSent = new Map<Source, number>();
  private producer: Promise<Producer> | undefined;
  /** One send at a time, events and live messages together. */
  private sending: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KafkaBusOptions) {
    const { clientId, logger, prefix, follows, ...connection } = options;
    this.names = topicNames(prefix);
    this.local = new InProcessBus(logger);
    this.headWatchers = new Listeners(logger);
    this.kafka = new Kafka({
      ...connection,
      clientId,
      logLevel: logLevel.WARN,
      logCreator:
        () =>
        ({ log, level }) => {
          const { message, ...more } = log;
          // kafkajs recovers from most of what it logs as an error, and from all that it logs as a
          // warning.
          if (level <= logLevel.ERROR) logger.warn({ kafka: more }, message);
          else logger.info({ kafka: more }, message);
        },
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 5 },
    });
    const sourceOf = new Map(follows.map((source) => [this.names.of(source), source]));
    const { kafka } = this;
    const logTopics = [...sourceOf.keys()];
    this.logs = new Reading(kafka, logger, `${prefix}.events`, logTopics, 'all', (topic, messages) => {
      const source = sourceOf.get(topic);
      if (!source) return;
      const envelopes = messages.flatMap((message) => this.parse<Envelope>(message, topic));
      void this.local.publish(source, envelopes);
    });
    this.live = new Reading(kafka, logger, `${prefix}.live`, [this.names.live], 'all', (topic, messages) => {
      for (const message of messages)
        for (const batch of this.parse<LiveBatch>(message, topic)) void this.local.publishLive(batch);
    });
    // An old head says nothing of today: it would pass for a sign that copies are current. The
    // relay of each service announces its own every second, and half a second more matters to
    // nobody.
    this.heads = new Reading(kafka, logger, `${prefix}.heads`, [this.names.heads], 'news', (topic, messages, asOf) => {
      const heads = messages.flatMap((message) => this.parse<Head>(message, topic));
      for (const head of new Map(heads.map((each) => [each.source, each])).values())
        this.headWatchers.tell({ ...head, asOf });
    });
  }

  /**
   * False if one reader is stuck while others make progress. A broker that is away stops them all
   * and is no fault of this process.
   */
  get isAlive(): boolean {
    const seen = this.readings.flatMap(({ lastSeen }) => (lastSeen === undefined ? [] : [lastSeen]));
    return seen.length === 0 || Math.max(...seen) - Math.min(...seen) < standstillMs;
  }

  async publish(source: Source, envelopes: readonly Envelope[], live?: LiveBatch): Promise<void> {
    const sends = eventSends(envelopes).map((messages): TopicMessages[] => [
      { topic: this.names.of(source), messages },
    ]);
    const messages = live ? liveSends(live) : [];
    const [only] = messages.length === 1 ? messages : [];
    // One send is one round trip less until a live message arrives. What is long goes alone: a
    // broker may refuse it.
    const last = sends.at(-1);
    const travels = last && live && only && isShort(only.value);
    if (travels) last.push(this.toGateways(only), ...this.headIfDue(live));
    for (const send of sends) await this.send(send);
    if (live && !travels) await this.sendLive(live, messages);
  }

  publishLive(batch: LiveBatch): Promise<void> {
    return this.sendLive(batch, liveSends(batch));
  }

  /**
   * Waits as long as the broker is away.
   * @throws Error for a log that this process does not follow
   */
  async subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe> {
    if (!this.options.follows.includes(source)) throw new Error(`this process does not follow ${source}`);
    const leave = await this.local.subscribe(consumer, source, handle);
    await this.logs.start();
    return leave;
  }

  /** Waits as long as the broker is away. */
  async listen(handle: LiveHandler): Promise<Unsubscribe> {
    const leave = await this.local.listen(handle);
    await this.live.start();
    return leave;
  }

  /** Waits as long as the broker is away. */
  async watchHeads(handle: (head: Head) => void): Promise<Unsubscribe> {
    const leave = this.headWatchers.add(handle);
    await this.heads.start();
    return leave;
  }

  async close(): Promise<void> {
    const reading = Promise.all(this.readings.map((each) => each.end()));
    await this.local.close();
    await reading;
    await this.sending.catch(() => undefined);
    const producer = await this.producer?.catch(() => undefined);
    await producer?.disconnect();
  }

  private get readings(): readonly Reading[] {
    return [this.logs, this.live, this.heads];
  }

  /** With each batch of a log, a head would wake every process of the site. */
  private headIfDue(batch: LiveBatch): readonly TopicMessages[] {
    const { source } = batch;
    const now = performance.now();
    if (now - (this.headSent.get(source) ?? -Infinity) < headMs) return [];
    this.headSent.set(source, now);
    return [{ topic: this.names.heads, messages: [{ key: source, value: JSON.stringify(headOf(batch)) }] }];
  }

  private toGateways(message: Message): TopicMessages {
    return { topic: this.names.live, messages: [message] };
  }

  private async sendLive(batch: LiveBatch, messages: readonly Message[]): Promise<void> {
    try {
      for (const [index, message] of messages.entries()) {
        const head = index === messages.length - 1 ? this.headIfDue(batch) : [];
        await this.send([this.toGateways(message), ...head]);
      }
    } catch (failure) {
      if (!isTooLarge(failure)) throw failure;
      const { source, upTo } = batch;
      // A single live message is longer than a topic accepts. The rest is left out, too, so that
      // gateways detect the gap with the next batch and have their clients refetch.
      this.options.logger.error({ err: failure, source, upTo }, 'live messages too large, dropped');
    }
  }

  private async send(topics: readonly TopicMessages[]): Promise<void> {
    const sent = this.sending
      .catch(() => undefined)
      .then(async () => {
        const producer = await this.connected();
        await producer.sendBatch({
          acks: -1,
          topicMessages: topics.map(({ topic, messages }) => {
            return { topic, messages: messages.map((message) => ({ ...message, partition: 0 })) };
          }),
        });
      });
    this.sending = sent;
    await sent;
  }

  private connected(): Promise<Producer> {
    this.producer ??= (async () => {
      const producer = this.kafka.producer({
        allowAutoTopicCreation: false,
        maxInFlightRequests: 1,
        createPartitioner: Partitioners.DefaultPartitioner,
      });
      await producer.connect();
      return producer;
    })().catch((failure: unknown) => {
      this.producer = undefined;
      throw failure;
    });
    return this.producer;
  }

  /** Undefined if the message is not ours: a foreign message must not block those after it. */
  private parse<Value>(message: KafkaMessage, topic: string): Value[] {
    try {
      return [JSON.parse(String(message.value)) as Value]; // written by this class
    } catch (failure) {
      this.options.logger.error({ err: failure, topic, offset: message.offset }, 'message is not JSON, skipped');
      return [];
    }
  }
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof Error && 'type' in failure && failure.type === 'MESSAGE_TOO_LARGE';
}
