import type { Source } from '@parlour/contracts/envelope';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';

/** A live message, and the log that it comes from. */
export type SourcedLiveMessage = LiveMessage & { readonly source: Source };

/** Where a fan-out sends messages. */
export interface Audience {
  emit(message: SourcedLiveMessage): void;
  /** A batch was missed: every client has to reconnect and refetch. */
  reset(): void;
}

interface ReceivedPosition {
  readonly logId: string;
  readonly epoch: number;
  readonly upTo: number;
}

/**
 * Hands live messages to the rooms they are for; knows no feature. What is older than what was sent
 * is dropped; after any gap the audience is reset, the one way of repair. Source:
 * docs/design/architecture.md#live-messages.
 */
export class Fanout {
  private readonly receivedPositions = new Map<string, ReceivedPosition>();

  constructor(private readonly audience: Audience) {}

  receive(batch: LiveBatch): void {
    const { source, logId, epoch, after, upTo } = batch;
    const last = this.receivedPositions.get(source);
    if (last?.logId === logId) {
      // A replaced relay may still send for a moment; its successor sends the same.
      if (epoch < last.epoch) return;
      if (after > last.upTo) this.audience.reset();
      const fresh = batch.tells.filter((message) => message.position > last.upTo);
      this.receivedPositions.set(source, { logId, epoch, upTo: Math.max(upTo, last.upTo) });
      for (const message of fresh) this.audience.emit({ ...message, source });
      return;
    }
    // A log restored from a backup is another log: what clients show of the old one may never have
    // happened.
    if (last) this.audience.reset();
    this.receivedPositions.set(source, { logId, epoch, upTo });
    for (const message of batch.tells) this.audience.emit({ ...message, source });
  }
}
