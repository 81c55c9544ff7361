import type { AnyEvent, Envelope } from '@parlour/contracts/envelope';
import type { EventTypes } from '@parlour/contracts/event-types';

/** How this version of the code can treat a stored event. */
export type Reading = 'known' | 'unknownType' | 'newerVersion';

/**
 * Whether this code understands an event: unknown types are skipped, newer versions parked.
 */
export function readingOf(types: EventTypes, event: Pick<Envelope, 'type' | 'schemaVersion'>): Reading {
  const current = types.versions[event.type];
  if (current === undefined) return 'unknownType';
  return event.schemaVersion > current ? 'newerVersion' : 'known';
}

/**
 * The event in its current version, upcast step by step.
 * @throws Error when an upcaster is missing: an event of one version must not be taken for another
 */
export function upcast<E extends Pick<Envelope, 'type' | 'schemaVersion' | 'data'>>(types: EventTypes, event: E): E {
  const current = types.versions[event.type] ?? event.schemaVersion;
  let { data, schemaVersion } = event;
  for (; schemaVersion < current; schemaVersion++) {
    const step = `${event.type}@${schemaVersion}`;
    const upcaster = types.upcasters[step];
    if (!upcaster) throw new Error(`there is no upcaster ${step}`);
    data = upcaster(data);
  }
  return schemaVersion === event.schemaVersion ? event : { ...event, data, schemaVersion };
}

/** The schema version that new events of this log are written with. */
export function versionOf(types: EventTypes, event: AnyEvent): number {
  return types.versions[event.type] ?? 1;
}
