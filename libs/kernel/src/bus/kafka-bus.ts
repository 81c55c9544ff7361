import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Consumer, type KafkaMessage, logLevel, Partitioners, type Producer, type SASLOptions } from 'kafkajs';
import { type Envelope, type Source, sources } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { CheckedTls } from '../config/checked-tls.ts';
import type { Logger } from '../logging/logger.ts';
import type { Bus, EventHandler, LiveHandler, Unsubscribe } from './bus.ts';
import { EmbeddedBus } from './embedded-bus.ts';
import { Kafka } from './kafka-client.ts';
import { topicNames } from './kafka-topics.ts';

/** Where Kafka is and who enters; kafkajs takes it as it stands. */
export interface KafkaConnection {
  readonly brokers: string[];
  /** False or absent: as it is. Else by TLS alone. */
  readonly ssl?: false | CheckedTls;
  /** Absent where brokers ask nobody who he is. */
  readonly sasl?: SASLOptions;
}

/** What a bus over Kafka is made of. */
export interface KafkaBusOptions extends KafkaConnection {
  /** Names this process in Kafka's own logs. */
  readonly clientId: string;
  /** The site's own name before topics and groups. */
  readonly prefix: string;
  readonly logger: Logger;
}

/** What one send carries at most: a broker takes a megabyte, and an event is far smaller. */
const sendBytes = 512 * 1_024;

/** How much longer than another's a reader's silence may be. */
const standstillMs = 120_000;

/** How often a broker that is away is asked again. */
const retryMs = 500;

/** How often a group hears from a reader. */
const heartbeatMs = 1_000;

/**
 * The bus of several processes. Every process reads for itself, in a group of its own, from what is published after it began, and hands it over in
 * memory: those of one name share a log by their checkpoint, so that no reader that ended is waited for, and what is older, or was lost, is found in
 * the owner's feed. Guards around kafkajs: one send in flight (its idempotent producer dies of two), no transactions, nothing a handler throws gets
 * to it (an error of kind TypeError stops a consumer for good), and a reader that crashed for good is replaced.
 * Source: docs/design/architecture.md#kafka.
 */
export class KafkaBus implements Bus {
  readonly durable = true;
  private readonly kafka: Kafka;
  private readonly names: ReturnType<typeof topicNames>;
  /** Where what is read is handed to its subscribers. */
  private readonly local: EmbeddedBus;
  private readonly subscribed = new Map<Source, number>();
  private readonly logs: Reading;
  private readonly live: Reading;
  private producer: Promise<Producer> | undefined;
  /** One send at a time, of events and live messages together. */
  private sending: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KafkaBusOptions) {
    const { clientId, logger, prefix, ...connection } = options;
    this.names = topicNames(prefix);
    this.local = new EmbeddedBus(logger);
    this.kafka = new Kafka({
      ...connection,
      clientId,
      logLevel: logLevel.WARN,
      logCreator:
        () =>
        ({ log, level }) => {
          const { message, ...more } = log;
          // What kafkajs calls an error it mostly gets over by itself; what it calls a warning it always does.
          if (level <= logLevel.ERROR) logger.warn({ kafka: more }, message);
          else logger.info({ kafka: more }, message);
        },
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 5 },
    });
    const sourceOf = new Map(sources.map((source) => [this.names.of(source), source]));
    this.logs = new Reading(this.kafka, logger, `${prefix}.events`, [...sourceOf.keys()], (topic, messages) => {
      const source = sourceOf.get(topic);
      if (source && this.subscribed.get(source))
        void this.local.publish(
          source,
          messages.flatMap((message) => this.parse<Envelope>(message, topic)),
        );
    });
    this.live = new Reading(this.kafka, logger, `${prefix}.live`, [this.names.live], (topic, messages) => {
      for (const message of messages)
        for (const batch of this.parse<LiveBatch>(message, topic)) void this.local.publishLive(batch);
    });
  }

  /** False when one reader stands still while others go on: a broker that is away is no fault of this process, and stops them all. */
  get isAlive(): boolean {
    const seen = [this.logs, this.live].flatMap(({ lastSeen }) => (lastSeen === undefined ? [] : [lastSeen]));
    return seen.length === 0 || Math.max(...seen) - Math.min(...seen) < standstillMs;
  }

  async publish(source: Source, envelopes: readonly Envelope[]): Promise<void> {
    const topic = this.names.of(source);
    for (const messages of chunksOf(envelopes)) await this.send(topic, messages);
  }

  async publishLive(batch: LiveBatch): Promise<void> {
    const value = JSON.stringify(batch);
    await this.send(this.names.live, [{ key: batch.source, value }]).catch((failure: unknown) => {
      if (!isTooLarge(failure)) throw failure;
      // Gateways notice the gap by the next one, and have their clients refetch.
      this.options.logger.error({ err: failure, source: batch.source, upTo: batch.upTo }, 'live messages left out');
    });
  }

  /** Waits for a broker that is away, for as long as it takes. */
  async subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe> {
    const leave = await this.local.subscribe(consumer, source, handle);
    this.subscribed.set(source, (this.subscribed.get(source) ?? 0) + 1);
    await this.logs.start();
    return async () => {
      this.subscribed.set(source, (this.subscribed.get(source) ?? 1) - 1);
      await leave();
    };
  }

  /** Waits for a broker that is away, for as long as it takes. */
  async listen(handle: LiveHandler): Promise<Unsubscribe> {
    const leave = await this.local.listen(handle);
    await this.live.start();
    return leave;
  }

  async close(): Promise<void> {
    const reading = Promise.all([this.logs.end(), this.live.end()]);
    await this.local.close();
    await reading;
    await this.sending.catch(() => undefined);
    const producer = await this.producer?.catch(() => undefined);
    await producer?.disconnect();
  }

  private async send(topic: string, messages: readonly { key: string; value: string }[]): Promise<void> {
    const sent = this.sending
      .catch(() => undefined)
      .then(async () => {
        const producer = await this.connected();
        await producer.send({ topic, acks: -1, messages: messages.map((message) => ({ ...message, partition: 0 })) });
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

  /** None where it is not ours: one message of somebody else must not stop all that come after it. */
  private parse<Value>(message: KafkaMessage, topic: string): Value[] {
    try {
      return [JSON.parse(String(message.value)) as Value]; // written by this class
    } catch (failure) {
      this.options.logger.error({ err: failure, topic, offset: message.offset }, 'a message is no JSON: left out');
      return [];
    }
  }
}

/** Reads topics of one partition each from their ends at its start; replaces its consumer whenever that crashes. */
class Reading {
  /** When it last fetched, or was heard by its group. */
  lastSeen: number | undefined;
  /** The offset to go on from, by topic. */
  private readonly next = new Map<string, string>();
  private consumer: Consumer | undefined;
  private started: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly kafka: Kafka,
    private readonly logger: Logger,
    private readonly group: string,
    private readonly topics: readonly string[],
    /** Must not throw. */
    private readonly take: (topic: string, messages: readonly KafkaMessage[]) => void,
  ) {}

  /** Resolves when all that is sent from now on will be read; at once when it was ended meanwhile. */
  start(): Promise<void> {
    this.started ??= this.startUntilStopped();
    return this.started;
  }

  async end(): Promise<void> {
    this.closing.abort();
    await this.started;
    await this.leave();
    this.lastSeen = undefined;
  }

  private async startUntilStopped(): Promise<void> {
    for (let logged = false; !this.closing.signal.aborted; logged = true) {
      try {
        return await this.open();
      } catch (failure) {
        this.logger[logged ? 'debug' : 'warn']({ err: failure, group: this.group }, 'waiting for Kafka');
        await this.leave();
        await delay(retryMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  private async open(): Promise<void> {
    // A new group each time: the old one would wait for the reader that crashed until its session ends.
    const groupId = `${this.group}.${randomUUID()}`;
    await this.findEnds();
    const consumer = this.kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      sessionTimeout: 30_000,
      heartbeatInterval: heartbeatMs,
      // A fetch is answered as soon as there is anything; this bounds how long an idle one is in the way of an end.
      maxWaitTimeInMs: 500,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, restartOnFailure: () => Promise.resolve(false) },
    });
    this.consumer = consumer;
    const seen = (): void => void (this.lastSeen = performance.now());
    consumer.on(consumer.events.FETCH, seen);
    consumer.on(consumer.events.HEARTBEAT, seen);
    // One that crashes while it begins is this opening's failure: replaced as well, there would be two readers.
    const opening: { crash?: Error; done?: true } = {};
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      opening.crash ??= payload.error;
      if (opening.done && this.consumer === consumer) this.replace(payload.error);
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [...this.topics], fromBeginning: true });
    await consumer.run({
      eachBatch: ({ batch }) => {
        this.take(batch.topic, batch.messages);
        this.next.set(batch.topic, String(BigInt(batch.lastOffset()) + 1n));
        return Promise.resolve();
      },
    });
    if (opening.crash) throw opening.crash;
    for (const [topic, offset] of this.next) consumer.seek({ topic, partition: 0, offset });
    opening.done = true;
    seen();
  }

  private replace(failure: Error): void {
    this.logger.warn(
      { err: failure, group: this.group },
      'a reader of Kafka has crashed: another one goes on where it was',
    );
    this.started = this.leave().then(() => this.startUntilStopped());
  }

  /** Of topics that nothing was read of yet. */
  private async findEnds(): Promise<void> {
    const unknown = this.topics.filter((topic) => !this.next.has(topic));
    if (unknown.length === 0) return;
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      await Promise.all(
        unknown.map(async (topic) => {
          const [partition] = await admin.fetchTopicOffsets(topic);
          this.next.set(topic, partition?.high ?? '0');
        }),
      );
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  private async leave(): Promise<void> {
    const { consumer } = this;
    this.consumer = undefined;
    if (consumer) await disconnect(consumer).catch(() => undefined);
  }
}

async function disconnect(consumer: Consumer): Promise<void> {
  await consumer.stop().catch(() => undefined);
  await consumer.disconnect();
}

function* chunksOf(envelopes: readonly Envelope[]): Generator<{ key: string; value: string }[]> {
  let chunk: { key: string; value: string }[] = [];
  let bytes = 0;
  for (const envelope of envelopes) {
    const value = JSON.stringify(envelope);
    const size = Buffer.byteLength(value);
    if (chunk.length > 0 && bytes + size > sendBytes) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push({ key: envelope.orderingKey, value });
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof Error && 'type' in failure && failure.type === 'MESSAGE_TOO_LARGE';
}
