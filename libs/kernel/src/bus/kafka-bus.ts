import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Admin,
  type Consumer,
  type EachBatchPayload,
  Kafka,
  type KafkaMessage,
  logLevel,
  Partitioners,
  type Producer,
} from 'kafkajs';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Logger } from '../logging/logger.ts';
import type { Bus, EventHandler, LiveHandler, Unsubscribe } from './bus.ts';
import { topicNames } from './kafka-topics.ts';

/** What a bus over Kafka is made of. */
export interface KafkaBusOptions {
  readonly brokers: readonly string[];
  /** Names this process in Kafka's own logs. */
  readonly clientId: string;
  /** The site's own name before topics and groups. */
  readonly prefix: string;
  readonly logger: Logger;
  /** A reader has died for good: the process must end, so that its supervisor starts it anew. */
  readonly onFatal: (failure: Error) => void;
}

/** What one send carries at most: a broker takes a megabyte, and an event is far smaller. */
const sendBytes = 512 * 1_024;

/** How much longer than another's a reader's silence may be; a batch may be waited out for the longest pause of a consumer. */
const standstillMs = 120_000;

/** How often a broker that is away is asked again. */
const retryMs = 500;

/** How often a group hears from a reader whose handler takes its time. */
const heartbeatMs = 1_000;

interface Reader {
  end(): Promise<void>;
}

/**
 * The bus of several processes. Guards around kafkajs: one send in flight (its idempotent producer dies of two), no transactions, groups begin
 * at the earliest event, whatever a handler throws is caught (an error of kind TypeError stops a consumer for good), and a crash that it does not
 * get over by itself ends the process. Source: architecture, "The event log and delivery", 4.
 */
export class KafkaBus implements Bus {
  readonly durable = true;
  private readonly kafka: Kafka;
  private readonly names: ReturnType<typeof topicNames>;
  private readonly readers = new Set<Reader>();
  private readonly listeners = new Set<LiveHandler>();
  private readonly closing = new AbortController();
  /** When each reader last fetched, or was heard by its group. */
  private readonly lastSeen = new Map<string, number>();
  private listening: Promise<unknown> | undefined;
  private producer: Promise<Producer> | undefined;
  /** One send at a time, of events and live messages together. */
  private sending: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KafkaBusOptions) {
    const { brokers, clientId, logger } = options;
    this.names = topicNames(options.prefix);
    this.kafka = new Kafka({
      brokers: [...brokers],
      clientId,
      logLevel: logLevel.WARN,
      logCreator:
        () =>
        ({ log, level }) => {
          const { message, ...more } = log;
          // What kafkajs calls an error it mostly gets over by itself.
          if (level <= logLevel.WARN) logger.warn({ kafka: more }, message);
        },
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 5 },
    });
  }

  /** False when one reader stands still while others go on: a broker that is away is no fault of this process, and stops them all. */
  get isAlive(): boolean {
    const seen = [...this.lastSeen.values()];
    return seen.length === 0 || Math.max(...seen) - Math.min(...seen) < standstillMs;
  }

  async publish(source: Source, envelopes: readonly Envelope[]): Promise<void> {
    const topic = this.names.of(source);
    for (const messages of chunksOf(envelopes)) await this.send(topic, messages);
  }

  async tell(batch: LiveBatch): Promise<void> {
    const value = JSON.stringify(batch);
    await this.send(this.names.live, [{ key: batch.source, value }]).catch((failure: unknown) => {
      if (!isTooLarge(failure)) throw failure;
      // Gateways notice the gap by the next one, and have their clients refetch.
      this.options.logger.error({ err: failure, source: batch.source, upTo: batch.upTo }, 'live messages left out');
    });
  }

  async subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe> {
    const topic = this.names.of(source);
    const groupId = `${this.options.prefix}.${consumer}.${source}`;
    const reader = await this.read(groupId, topic, async (messages) => {
      const envelopes = messages.flatMap((message) => this.parse<Envelope>(message, topic));
      try {
        if (envelopes.length > 0) await handle(envelopes);
      } catch (failure) {
        this.options.logger.error({ err: failure, consumer }, 'a handler of the bus failed');
      }
    });
    return () => this.end(reader);
  }

  /** Waits for a broker that is away, for as long as it takes. */
  async listen(handle: LiveHandler): Promise<Unsubscribe> {
    this.listening ??= this.listenPatiently();
    await this.listening;
    this.listeners.add(handle);
    return () => {
      this.listeners.delete(handle);
      return Promise.resolve();
    };
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.listeners.clear();
    await Promise.all([...this.readers].map((reader) => this.end(reader)));
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

  private async listenPatiently(): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        return await this.startListening();
      } catch (failure) {
        this.options.logger.warn({ err: failure }, 'waiting for Kafka to hear live messages');
        await delay(retryMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  /** Every gateway reads for itself, from what is told after it began. */
  private async startListening(): Promise<void> {
    const { live } = this.names;
    const admin = this.kafka.admin();
    const groupId = `${this.options.prefix}.gateway.${randomUUID()}`;
    let reader: Reader;
    try {
      await admin.connect();
      const offset = await endOf(admin, live);
      reader = await this.read(
        groupId,
        live,
        async (messages) => {
          for (const message of messages) for (const batch of this.parse<LiveBatch>(message, live)) this.hear(batch);
        },
        offset,
      );
    } catch (failure) {
      await admin.disconnect().catch(() => undefined);
      throw failure;
    }
    this.readers.add({
      end: async () => {
        await reader.end();
        await admin.deleteGroups([groupId]).catch(() => undefined); // Kafka forgets an empty group by itself, later
        await admin.disconnect();
      },
    });
    this.readers.delete(reader);
  }

  private hear(batch: LiveBatch): void {
    for (const listener of this.listeners) {
      try {
        listener(batch);
      } catch (failure) {
        this.options.logger.error({ err: failure, source: batch.source }, 'a listener of live messages failed');
      }
    }
  }

  private async read(
    groupId: string,
    topic: string,
    handle: (messages: readonly KafkaMessage[]) => Promise<void>,
    from?: string,
  ): Promise<Reader> {
    const consumer = this.kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      sessionTimeout: 10_000,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 100,
      retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 10, restartOnFailure: () => Promise.resolve(true) },
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) this.options.onFatal(payload.error);
    });
    const name = `${groupId} ${topic}`;
    const seen = (): void => void this.lastSeen.set(name, performance.now());
    consumer.on(consumer.events.FETCH, seen);
    consumer.on(consumer.events.HEARTBEAT, seen);
    let ended = false;
    let running: Promise<void> = Promise.resolve();
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
    } catch (failure) {
      await consumer.disconnect().catch(() => undefined);
      throw failure;
    }
    await consumer.run({
      autoCommit: true,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => {
        if (ended) return;
        running = whileBeating(payload, () => handle(payload.batch.messages));
        await running;
        const last = payload.batch.messages.at(-1);
        if (last && !ended) payload.resolveOffset(last.offset);
        await payload.heartbeat();
      },
    });
    if (from !== undefined) consumer.seek({ topic, partition: 0, offset: from });
    const reader: Reader = {
      end: async () => {
        ended = true;
        this.lastSeen.delete(name);
        await running.catch(() => undefined);
        await disconnect(consumer);
      },
    };
    seen();
    this.readers.add(reader);
    return reader;
  }

  private async end(reader: Reader): Promise<void> {
    this.readers.delete(reader);
    await reader.end();
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

async function whileBeating(payload: EachBatchPayload, work: () => Promise<void>): Promise<void> {
  // A group that is being balanced anew says so by a heartbeat that fails; the batch is finished regardless.
  const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), heartbeatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
  }
}

async function endOf(admin: Admin, topic: string): Promise<string> {
  const [partition] = await admin.fetchTopicOffsets(topic);
  return partition?.high ?? '0';
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
