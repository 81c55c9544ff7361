import type { Source } from './envelope.ts';
import type { ServerToClientEvents } from './socket.ts';

/** Where a live message goes; only the server puts sockets into rooms. */
export type Room = 'public' | `user:${string}` | `session:${string}` | `game:${string}`;

/**
 * What one person, or everybody, is told of one event: decided by the owner of the data, emitted by
 * a gateway that knows no feature.
 */
export type LiveMessage = {
  [Name in keyof ServerToClientEvents]: {
    readonly to: readonly Room[];
    /** Who of them is not to get it: people banned from what everybody else may see. */
    readonly except?: readonly Room[];
    readonly event: Name;
    readonly payload: Parameters<ServerToClientEvents[Name]>[0];
    readonly position: number;
    /**
     * Of messages to everybody with the same mark only the newest matters: in a burst a gateway
     * sends it now and then.
     */
    readonly latestOf?: string;
  };
}[keyof ServerToClientEvents];

/** A session that is over: gateways drop its sockets and refuse its tokens. */
export interface EndedSession {
  readonly sessionId: string;
  /** ISO-8601. */
  readonly endedAt: string;
}

/**
 * Everything that came of the events above `after` up to `upTo` of one log. Batches of a log join
 * without a hole; a gateway that misses one knows it by `after` and has its clients come back and
 * refetch. An empty batch with `after === upTo` is a heartbeat.
 */
export interface LiveBatch {
  readonly source: Source;
  readonly logId: string;
  readonly epoch: number;
  readonly after: number;
  readonly upTo: number;
  /** The live messages; the field keeps its name because processes of two versions read each other's batches. */
  readonly tells: readonly LiveMessage[];
  readonly endedSessions: readonly EndedSession[];
}
