import { randomUUID } from 'node:crypto';
import type { Admin, Consumer, KafkaMessage } from 'kafkajs';
import type { Logger } from '../logging/logger.ts';
import type { Kafka } from './kafka-client.ts';
import { pause } from '../process/pause.ts';

/** How often to retry a broker that is away. */
const retryMs = 500;

/** How often a reader sends heartbeats to its group. */
const heartbeatMs = 3_000;

/** How long the broker may keep an idle fetch: a stop waits for it. */
const longestFetchMs = 500;

/** More than a broker sends at once: such a fetch always takes its time. */
const neverEnoughBytes = 2 ** 30;

/**
 * `all`: at once, and also what came while it was away. `news`: only what is sent from then on, and
 * together after a while, because each time is another request.
 */
type Wanted = 'all' | 'news';

/**
 * Reads single-partition topics, from their ends at the start on; replaces its consumer whenever
 * that crashes.
 */
export class Reading {
  /** When it last fetched or sent a heartbeat. */
  lastSeen: number | undefined;
  /** The next offset to read, by topic. */
  private readonly next = new Map<string, string>();
  private consumer: { readonly of: Consumer; readonly groupId: string } | undefined;
  private started: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly kafka: Kafka,
    private readonly logger: Logger,
    private readonly group: string,
    private readonly topics: readonly string[],
    private readonly wanted: Wanted,
    /** Must not throw. `asOf` is when the messages were asked for, in `performance.now()`. */
    private readonly take: (topic: string, messages: readonly KafkaMessage[], asOf: number) => void,
  ) {}

  /** Resolves once everything sent from now on will be read; at once if it was stopped. */
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
        await pause(retryMs, this.closing.signal);
      }
    }
  }

  private async open(): Promise<void> {
    // A new group each time: the old one would wait for the crashed reader until its session times
    // out.
    const groupId = `${this.group}.${randomUUID()}`;
    await this.findEnds();
    const consumer = this.kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      sessionTimeout: 30_000,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: longestFetchMs,
      minBytes: this.wanted === 'all' ? 1 : neverEnoughBytes,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, restartOnFailure: () => Promise.resolve(false) },
    });
    this.consumer = { of: consumer, groupId };
    const seen = (): void => void (this.lastSeen = performance.now());
    let asOf = performance.now();
    consumer.on(consumer.events.FETCH, ({ payload }) => {
      seen();
      asOf = performance.now() - payload.duration;
    });
    consumer.on(consumer.events.HEARTBEAT, seen);
    // A crash while starting fails this attempt. Replacing it as well would make two readers.
    const opening: { crash?: Error; done?: true } = {};
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      opening.crash ??= payload.error;
      if (opening.done && this.consumer?.of === consumer) this.replace(payload.error);
    });
    // Nothing is committed: whenever it joins, also again, it continues where it was, or at the
    // end.
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const [topic, offset] of this.next) consumer.seek({ topic, partition: 0, offset });
      if (this.wanted === 'news') this.next.clear();
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [...this.topics], fromBeginning: this.wanted === 'all' });
    await consumer.run({
      autoCommit: false,
      eachBatch: ({ batch }) => {
        this.take(batch.topic, batch.messages, asOf);
        if (this.wanted === 'all') this.next.set(batch.topic, String(BigInt(batch.lastOffset()) + 1n));
        return Promise.resolve();
      },
    });
    if (opening.crash) throw opening.crash;
    opening.done = true;
    seen();
  }

  private replace(failure: Error): void {
    this.logger.warn({ err: failure, group: this.group }, 'Kafka reader crashed, starting another');
    this.started = this.leave().then(() => this.startUntilStopped());
  }

  /** Topics of which nothing has been read yet. */
  private async findEnds(): Promise<void> {
    const unknown = this.topics.filter((topic) => !this.next.has(topic));
    if (unknown.length === 0) return;
    await this.asAdmin(this.kafka.admin(), async (admin) => {
      await Promise.all(
        unknown.map(async (topic) => {
          const [partition] = await admin.fetchTopicOffsets(topic);
          this.next.set(topic, partition?.high ?? '0');
        }),
      );
    });
  }

  /** Ends the consumer, and deletes its group, which no other reads with. */
  private async leave(): Promise<void> {
    const { consumer } = this;
    this.consumer = undefined;
    if (!consumer) return;
    await disconnect(consumer.of).catch(() => undefined);
    // Tried once: the broker itself deletes a group without members and committed offsets, within
    // ten minutes.
    const once = this.kafka.admin({ retry: { retries: 0 } });
    await this.asAdmin(once, (admin) => admin.deleteGroups([consumer.groupId])).catch(() => undefined);
  }

  private async asAdmin(admin: Admin, work: (admin: Admin) => Promise<unknown>): Promise<void> {
    try {
      await admin.connect();
      await work(admin);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}

async function disconnect(consumer: Consumer): Promise<void> {
  await consumer.stop().catch(() => undefined);
  await consumer.disconnect();
}
