import type { AnyEvent, Envelope, Source } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { v5 as uuidv5 } from 'uuid';

/** An event for a test: only the fields that matter; the rest is filled in. */
export type GivenEvent<Event extends AnyEvent = AnyEvent> = Event & Partial<Omit<Envelope, 'type' | 'data'>>;

/** The log id of test events, by default. */
export const testLogId = '0f0f0f0f-0000-4000-8000-000000000001';

/**
 * Makes a log of the events in their current versions: dense positions from `first`, with one
 * stream and one ordering key by default.
 */
export function envelopesOf(source: Source, events: readonly GivenEvent[], first = 1): Envelope[] {
  const versions = new Map<string, number>();
  return events.map((event, index) => {
    const position = first + index;
    const streamId = event.streamId ?? `stream/${position}`;
    const version = (versions.get(streamId) ?? 0) + 1;
    versions.set(streamId, version);
    const id = uuidv5(`${source} ${position}`, testLogId);
    return {
      source,
      logId: testLogId,
      position,
      eventId: id,
      streamId,
      version,
      orderingKey: streamId,
      schemaVersion: eventTypes[source].versions[event.type] ?? 1,
      meta: { commandId: id, actor: null, correlationId: 'test', causationId: null },
      occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, position)).toISOString(),
      ...event,
    };
  });
}
