import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Logger } from '../logging/logger.ts';
import { type Bus, type EventHandler, type Head, headOf, type LiveHandler, type Unsubscribe } from './bus.ts';
import { Listeners } from './listeners.ts';

/**
 * The bus of a single process: hands batches over in memory, one at a time and in order per
 * consumer.
 */
export class InProcessBus implements Bus {
  readonly durable = false;
  private readonly subscriptions = new Set<Subscription>();
  private readonly listeners: Listeners<LiveBatch>;

  constructor(private readonly logger: Logger) {
    this.listeners = new Listeners(logger);
  }

  publish(source: Source, envelopes: readonly Envelope[], live?: LiveBatch): Promise<void> {
    const served = new Set<string>();
    for (const subscription of this.subscriptions) {
      if (subscription.source !== source || served.has(subscription.consumer)) continue;
      served.add(subscription.consumer);
      subscription.push(envelopes);
    }
    return live ? this.publishLive(live) : Promise.resolve();
  }

  subscribe(consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe> {
    const subscription = new Subscription(consumer, source, handle, this.logger);
    this.subscriptions.add(subscription);
    return Promise.resolve(async () => {
      this.subscriptions.delete(subscription);
      await subscription.end();
    });
  }

  publishLive(batch: LiveBatch): Promise<void> {
    this.listeners.tell(batch);
    return Promise.resolve();
  }

  listen(handle: LiveHandler): Promise<Unsubscribe> {
    return Promise.resolve(this.listeners.add(handle));
  }

  watchHeads(handle: (head: Head) => void): Promise<Unsubscribe> {
    return this.listen((batch) => handle(headOf(batch)));
  }

  async close(): Promise<void> {
    const ending = [...this.subscriptions].map((subscription) => subscription.end());
    this.subscriptions.clear();
    this.listeners.clear();
    await Promise.all(ending);
  }
}

/** How many events wait in memory for one slow reader. */
const mostWaiting = 5_000;

class Subscription {
  private waiting: Envelope[] = [];
  private running: Promise<void> | undefined;
  private ended = false;

  constructor(
    readonly consumer: string,
    readonly source: Source,
    private readonly handle: EventHandler,
    private readonly logger: Logger,
  ) {}

  push(envelopes: readonly Envelope[]): void {
    if (this.ended) return;
    this.waiting.push(...envelopes);
    // A reader that is far behind reads older events from the owner's feed, to bound memory.
    if (this.waiting.length > mostWaiting) this.waiting = this.waiting.slice(-mostWaiting);
    this.running ??= this.run();
  }

  async end(): Promise<void> {
    this.ended = true;
    this.waiting = [];
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.handle(batch);
      } catch (failure) {
        this.logger.error({ err: failure, consumer: this.consumer }, 'event handler failed');
      }
    }
    this.running = undefined;
  }
}
