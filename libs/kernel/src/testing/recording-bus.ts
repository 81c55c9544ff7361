import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Bus, Unsubscribe } from '../bus/bus.ts';

/** A bus that keeps what it is given and hands nothing on; it can be made to refuse, to wait, or to outlive its process. */
export class RecordingBus implements Bus {
  readonly published: Envelope[] = [];
  readonly publishedLive: LiveBatch[] = [];
  /** The greatest number of sends that were under way at the same time. */
  mostInFlight = 0;
  /** Runs within each publish; what it throws is the bus's failure. */
  onPublish: (envelopes: readonly Envelope[]) => Promise<void> = () => Promise.resolve();
  private inFlight = 0;

  constructor(readonly durable = false) {}

  async publish(_source: Source, envelopes: readonly Envelope[]): Promise<void> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      await this.onPublish(envelopes);
      this.published.push(...envelopes);
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

  close(): Promise<void> {
    return Promise.resolve();
  }
}
