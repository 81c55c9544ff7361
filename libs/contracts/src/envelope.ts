/** The services, each the owner of one event log; the name of a log's source everywhere. */
export const sources = ['identity', 'qa', 'messaging', 'games', 'communities', 'leaderboard', 'notifications'] as const;

/** The owner of an event log. */
export type Source = (typeof sources)[number];

/** Who acts: the id decides, the name is what he is called at that moment. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/**
 * Whoever runs the site and gives commands where it stands; nobody among its people, so nowhere
 * named. Source: decisions O-1.
 */
export const operator: Actor = { id: 'operator', name: '' };

/** What is known of an event besides what happened: for tracing, and for doing a command once. */
export interface EnvelopeMeta {
  readonly commandId: string;
  readonly actor: string | null;
  readonly correlationId: string;
  readonly causationId: string | null;
  /**
   * The command as a part of its request's way, as W3C's traceparent; absent where nobody follows
   * requests.
   */
  readonly traceparent?: string;
}

/** The least that every domain event has: a stable name in the past tense and its facts. */
export interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

/**
 * A committed event as it travels, between services and within one. `position` is 1..n of its log,
 * dense, in order of commit; `version` is 1..n of its stream. Dates are ISO-8601 UTC with
 * milliseconds.
 */
export interface Envelope<E extends AnyEvent = AnyEvent> {
  readonly source: Source;
  readonly logId: string;
  readonly position: number;
  readonly eventId: string;
  readonly streamId: string;
  readonly version: number;
  /**
   * What the event is about; when one event of a key cannot be handled, the later ones of that key
   * wait behind it.
   */
  readonly orderingKey: string;
  readonly type: E['type'];
  readonly schemaVersion: number;
  readonly data: E['data'];
  readonly meta: EnvelopeMeta;
  readonly occurredAt: string;
}

/** An envelope of one of several events: its `type` tells which, and so what its `data` is. */
export type EnvelopeOf<E extends AnyEvent> = E extends AnyEvent ? Envelope<E> : never;

/**
 * The events of a log by their contract: what is in a log was written as one of its events, and is
 * upcast when read.
 */
export function eventsOf<E extends AnyEvent>(envelopes: readonly Envelope[]): readonly EnvelopeOf<E>[] {
  return envelopes as readonly Envelope<AnyEvent>[] as readonly EnvelopeOf<E>[]; // every reader skips types that it does not know
}

/**
 * The greatest position per log that somebody has seen; `X-Position` and `X-Min-Position` carry it
 * as `qa:12,identity:7`.
 */
export type Positions = Partial<Record<Source, number>>;

/** Writes positions for a header; the opposite of `parsePositions`. */
export function formatPositions(positions: Positions): string {
  return Object.entries(positions)
    .map(([source, position]) => `${source}:${position}`)
    .join(',');
}

/**
 * Reads positions from a header; what is malformed or unknown is left out, for it can only cost a
 * wait.
 */
export function parsePositions(text: string): Positions {
  const positions: Positions = {};
  for (const part of text.split(',')) {
    const [, name, digits] = /^([a-z]+):(\d{1,15})$/.exec(part.trim()) ?? [];
    const source = sources.find((known) => known === name);
    if (source) positions[source] = Number(digits);
  }
  return positions;
}
