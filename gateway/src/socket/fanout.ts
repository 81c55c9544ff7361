import type { Source } from '@parlour/contracts/envelope';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';

/** A live message, and the log that it comes from. */
export type SourcedLiveMessage = LiveMessage & { readonly source: Source };

/** The sockets that a fan-out sends messages to. */
export interface FanoutTarget {
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
 * Passes live messages on to their rooms; does the same for every event. Drops a message of an
 * event that is not newer than the last one sent of its log. After a gap it resets the target, the
 * only way of repair. Source: docs/design/architecture.md#live-messages.
 */
export class Fanout {
  private readonly receivedPositions = new Map<string, ReceivedPosition>();

  constructor(private readonly target: FanoutTarget) {}

  receive(batch: LiveBatch): void {
    const { source, logId, epoch, after, upTo, messages, state } = batch;
    const last = this.receivedPositions.get(source);
    if (last?.logId === logId) {
      // A replaced relay may still send for a moment; its successor sends the same.
      if (epoch < last.epoch) return;
      if (after > last.upTo) this.target.reset();
      const fresh = messages.filter((message) => message.position > last.upTo);
      this.receivedPositions.set(source, { logId, epoch, upTo: Math.max(upTo, last.upTo) });
      this.emit(source, [...fresh, ...state]);
      return;
    }
    // A log restored from a backup is another log: what clients show of the old one may never have
    // happened.
    if (last) this.target.reset();
    this.receivedPositions.set(source, { logId, epoch, upTo });
    this.emit(source, [...messages, ...state]);
  }

  private emit(source: Source, messages: readonly LiveMessage[]): void {
    for (const message of messages) this.target.emit({ ...message, source });
  }
}
