import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import { type Bus, type EventHandler, type Head, headOf, type LiveHandler, type Unsubscribe } from '../bus/bus.ts';
import type { Dice } from './seed.ts';

interface Delivery {
  readonly subscription: Subscription;
  readonly envelopes: readonly Envelope[];
}

interface Subscription {
  readonly source: Source;
  readonly handle: EventHandler;
  busy: Promise<void>;
}

/**
 * A bus that does everything wrong that a bus may do, and more: it splits batches, duplicates,
 * delays, reorders, loses, and mixes sources. Lost events are in the owner's feed.
 */
export class RudeBus implements Bus {
  readonly durable = false;
  /** Counts its faults, so that a test can check that there were some. */
  readonly deeds = { duplicated: 0, delayed: 0, lost: 0 };
  private readonly subscriptions = new Set<Subscription>();
  private readonly listeners = new Set<LiveHandler>();
  private waiting: Delivery[] = [];
  private pumping = false;

  constructor(private readonly dice: Dice) {}

  publish(source: Source, envelopes: readonly Envelope[], live?: LiveBatch): Promise<void> {
    for (const subscription of this.subscriptions) {
      if (subscription.source !== source) continue;
      for (const piece of this.dice.split(envelopes)) this.mistreat({ subscription, envelopes: piece });
    }
    this.pump();
    return live ? this.publishLive(live) : Promise.resolve();
  }

  subscribe(_consumer: string, source: Source, handle: EventHandler): Promise<Unsubscribe> {
    const subscription: Subscription = { source, handle, busy: Promise.resolve() };
    this.subscriptions.add(subscription);
    return Promise.resolve(async () => {
      this.subscriptions.delete(subscription);
      await subscription.busy;
    });
  }

  publishLive(batch: LiveBatch): Promise<void> {
    for (const listener of this.listeners) listener(batch);
    return Promise.resolve();
  }

  listen(handle: LiveHandler): Promise<Unsubscribe> {
    this.listeners.add(handle);
    return Promise.resolve(async () => {
      this.listeners.delete(handle);
    });
  }

  watchHeads(handle: (head: Head) => void): Promise<Unsubscribe> {
    return this.listen((batch) => handle(headOf(batch)));
  }

  async close(): Promise<void> {
    this.waiting = [];
    await Promise.all([...this.subscriptions].map((subscription) => subscription.busy));
    this.subscriptions.clear();
  }

  private mistreat(delivery: Delivery): void {
    if (this.dice.oneIn(8)) {
      this.deeds.lost += 1;
      return;
    }
    this.waiting.push(delivery);
    if (this.dice.oneIn(4)) {
      this.deeds.duplicated += 1;
      this.waiting.push(delivery);
    }
  }

  /** Delivers waiting events, one per turn of the event loop, rarely the oldest. */
  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      const place = this.dice.oneIn(3) ? this.dice.below(this.waiting.length) : 0;
      const [delivery] = this.waiting.splice(place, 1);
      if (!delivery) return;
      if (place > 0) this.deeds.delayed += 1;
      const { subscription, envelopes } = delivery;
      if (this.subscriptions.has(subscription)) {
        subscription.busy = subscription.busy.then(() => subscription.handle(envelopes)).catch(() => undefined);
      }
      this.pump();
    });
  }
}
