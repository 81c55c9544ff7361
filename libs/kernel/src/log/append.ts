import type { AnyEvent, EnvelopeMeta } from '@parlour/contracts/envelope';
import type { Reply } from './reply.ts';

/** A stream and the version that a decision was based on; 0 for a stream without events. */
export interface StreamVersion {
  readonly streamId: string;
  readonly version: number;
}

/** A log and the position of its last event. */
export interface LogHead {
  readonly logId: string;
  readonly position: number;
}

/** A value with one owner in its scope: a username, a community's name. */
export interface Reservation {
  readonly scope: string;
  readonly key: string;
  readonly owner: string;
}

/** Makes a command run once: the same actor, route and key again get the stored reply. */
export interface CommandKey {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** A decided command, ready to append. */
export interface Append {
  readonly streamId: string;
  readonly version: number;
  /** Other streams that the decision read; it is void if one of them moved. */
  readonly guards: readonly StreamVersion[];
  readonly orderingKey: string;
  readonly events: readonly AnyEvent[];
  readonly meta: EnvelopeMeta;
  readonly actor: { readonly id: string; readonly name: string } | null;
  /** Others whose accounts must not be deleted either. */
  readonly people?: readonly string[];
  readonly reservations: readonly Reservation[];
  readonly key: CommandKey | null;
  readonly reply: Reply<object>;
  /** ISO-8601, from the database clock. */
  readonly occurredAt: string;
  /** The log when the streams were loaded: a command that comes alone is appended sooner then. */
  readonly loadedAt?: LogHead;
}

/**
 * The result of an append: stored, or dropped whole because a stream `moved` (decide again), a name
 * is `taken`, or the command was `done` before under its key.
 */
export type AppendOutcome =
  | { readonly status: 'stored'; readonly reply: object; readonly position: number }
  | { readonly status: 'taken'; readonly scope: string; readonly key: string }
  | { readonly status: 'moved' | 'done' };
