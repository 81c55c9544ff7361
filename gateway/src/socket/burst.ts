import type { SourcedLiveMessage } from './fanout.ts';

/**
 * How long the next message with the same mark waits after one was sent, in milliseconds.
 * Source: docs/design/performance.md#live-messages.
 */
export const burstPauseMs = 80;

interface Pause {
  readonly timer: NodeJS.Timeout;
  /** The newest message that came meanwhile. */
  held?: SourcedLiveMessage;
}

/**
 * Throttles public messages with the same mark: sends the first at once, then the newest at most
 * every 80 ms. Messages for some people only are never delayed, because one of them could lose the
 * right to see it meanwhile.
 */
export class Burst {
  private readonly pauses = new Map<string, Pause>();

  constructor(
    private readonly emit: (message: SourcedLiveMessage) => void,
    private readonly pauseMs = burstPauseMs,
  ) {}

  take(message: SourcedLiveMessage): void {
    const { latestOf } = message;
    const pause = latestOf === undefined ? undefined : this.pauses.get(latestOf);
    if (latestOf === undefined || message.except || message.to.some((room) => room !== 'public')) {
      // What is older may be for more people than may see it now. One of the same position is not:
      // an event may send a public message and one for some people with the same mark.
      if (pause?.held && pause.held.position < message.position) delete pause.held;
      this.emit(message);
    } else if (pause) pause.held = message;
    else this.send(latestOf, message);
  }

  /** Drops what waits: nobody needs it any more, or every client refetches. */
  clear(): void {
    for (const { timer } of this.pauses.values()) clearTimeout(timer);
    this.pauses.clear();
  }

  private send(mark: string, message: SourcedLiveMessage): void {
    this.emit(message);
    const timer = setTimeout(() => {
      const held = this.pauses.get(mark)?.held;
      if (held) this.send(mark, held);
      else this.pauses.delete(mark);
    }, this.pauseMs);
    this.pauses.set(mark, { timer });
  }
}
