import type { Source } from './envelope.ts';
import type { LiveEvents } from './socket.ts';

/** The destination of a live message; only the server puts sockets into rooms. */
export type Room = 'public' | `user:${string}` | `session:${string}` | `game:${string}` | `online:${string}`;

/**
 * A live message about an event: to everyone, to some people, or to those who watch a game or
 * whether somebody is online. Decided by the owner of the data, and emitted by a gateway that does
 * the same for every event.
 */
export type LiveMessage = {
  [Name in keyof LiveEvents]: {
    readonly to: readonly Room[];
    /** Recipients to leave out: people banned from what everyone else may see. */
    readonly except?: readonly Room[];
    readonly event: Name;
    readonly payload: LiveEvents[Name];
    readonly position: number;
    /**
     * Of messages to everyone with the same key, only the newest matters: in a burst, a gateway
     * sends it now and then.
     */
    readonly latestOf?: string;
  };
}[keyof LiveEvents];

/** An ended session: gateways disconnect its sockets and refuse its tokens. */
export interface EndedSession {
  readonly sessionId: string;
  /** ISO-8601. */
  readonly endedAt: string;
}

/**
 * All live messages from the events after `after` up to `upTo` of one log. Batches of a log follow
 * each other without gaps; a gateway that misses one detects it by `after` and makes its clients
 * reconnect and refetch. An empty batch with `after === upTo` is a heartbeat. If the messages of a
 * position are too long for a batch, several have them, and only the last goes up to that position.
 */
export interface LiveBatch {
  readonly source: Source;
  readonly logId: string;
  readonly epoch: number;
  readonly after: number;
  readonly upTo: number;
  /**
   * The log's head when the batch was made, for services: a relay that is behind has not published
   * up to there.
   */
  readonly head: number;
  readonly messages: readonly LiveMessage[];
  /**
   * Live messages about state that is in no event, as it was when `upTo` had been published. They
   * repeat nothing and leave no gap, so their positions are not compared.
   */
  readonly state: readonly LiveMessage[];
  readonly endedSessions: readonly EndedSession[];
}
