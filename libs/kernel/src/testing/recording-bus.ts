import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Bus, Unsubscribe } from '../bus/bus.ts';

/** A bus that records what it gets and delivers nothing; it can fail, wait, or count as durable. */
export class RecordingBus implements Bus {
  readonly published: Envelope[] = [];
  readonly publishedLive: LiveBatch[] = [];
  /** The greatest number of concurrent sends. */
  mostInFlight = 0;
  /** Runs in each publish; if it throws, the publish fails. */
  onPublish: (envelopes: readonly Envelope[]) => Promise<void> = () => Promise.resolve();
  private inFlight = 0;

  constructor(readonly durable = false) {}

  async publish(_source: Source, envelopes: readonly Envelope[], live?: LiveBatch): Promise<void> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      await this.onPublish(envelopes);
      this.published.push(...envelopes);
      if (live) await this.publishLive(live);
    } finally {
      this.inFlight -= 1;
    }
  }

  publishLive(batch: LiveBatch): Promise<void> {
    this.publishedLive.push(batch);
    return Promise.resolve();
  }

  subscribe(): Promise<Unsubscribe> {
    return Promise.resolve(() => Promise.resolve());
  }

  listen(): Promise<Unsubscribe> {
    return Promise.resolve(() => Promise.resolve());
  }

  watchHeads(): Promise<Unsubscribe> {
    return this.listen();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
