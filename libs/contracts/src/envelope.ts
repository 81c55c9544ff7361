/**
 * The services, each of which owns one event log; events name it as their source. A service whose
 * events are caused by another's comes after it: a backup of several databases is taken from the
 * end, effects first.
 */
export const sources = [
  'identity',
  'files',
  'communities',
  'games',
  'messaging',
  'qa',
  'leaderboard',
  'notifications',
  'delivery',
] as const;

/** The owner of an event log. */
export type Source = (typeof sources)[number];

/** The person who acts: the id decides, the name is the one they had at that time. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/**
 * The site's operator, who runs commands on the server; not a user, so named nowhere. Source:
 * decisions O-1.
 */
export const operator: Actor = { id: 'operator', name: '' };

/** An event's metadata, for tracing and for idempotent commands. */
export interface EnvelopeMeta {
  readonly commandId: string;
  readonly actor: string | null;
  readonly correlationId: string;
  readonly causationId: string | null;
  /**
   * The command's position in its request's trace, as W3C's traceparent; absent without tracing.
   */
  readonly traceparent?: string;
}

/** The minimum of every domain event: a stable name in the past tense, and its facts. */
export interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

/**
 * A committed event in transit, between services and within one. `position` is 1..n of its log,
 * dense, in commit order; `version` is 1..n of its stream. Dates are ISO-8601 UTC with
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
   * The entity the event is about; if one event of a key cannot be handled, later events of that
   * key wait.
   */
  readonly orderingKey: string;
  readonly type: E['type'];
  readonly schemaVersion: number;
  readonly data: E['data'];
  readonly meta: EnvelopeMeta;
  readonly occurredAt: string;
}

/** An envelope of one of several events, discriminated by `type`. */
export type EnvelopeOf<E extends AnyEvent> = E extends AnyEvent ? Envelope<E> : never;

/**
 * Narrows the events of a log to its contract: a log contains only its own events, upcast when
 * read.
 */
export function eventsOf<E extends AnyEvent>(envelopes: readonly Envelope[]): readonly EnvelopeOf<E>[] {
  return envelopes as readonly Envelope<AnyEvent>[] as readonly EnvelopeOf<E>[]; // every reader skips unknown types
}

/**
 * The highest position seen per log; `X-Position` and `X-Min-Position` carry it as
 * `qa:12,identity:7`.
 */
export type Positions = Partial<Record<Source, number>>;

/** Formats positions for a header; the inverse of `parsePositions`. */
export function formatPositions(positions: Positions): string {
  return Object.entries(positions)
    .map(([source, position]) => `${source}:${position}`)
    .join(',');
}

/**
 * Parses positions from a header; malformed or unknown ones are skipped, because they could only
 * cost a wait.
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
