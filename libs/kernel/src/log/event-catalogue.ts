import { communitiesSchemaVersions } from '@parlour/contracts/communities';
import type { AnyEvent, Envelope, Source } from '@parlour/contracts/envelope';
import { gamesSchemaVersions } from '@parlour/contracts/games';
import { identitySchemaVersions } from '@parlour/contracts/identity';
import { leaderboardSchemaVersions } from '@parlour/contracts/leaderboard';
import { messagingSchemaVersions } from '@parlour/contracts/messaging';
import { notificationsSchemaVersions } from '@parlour/contracts/notifications';
import { qaSchemaVersions } from '@parlour/contracts/qa';

/** Turns the data of an event of one version into that of the next; pure. */
export type Upcaster = (data: object) => object;

/**
 * The event types of a log: their current schema version, and the upcasters from older ones, as
 * `Type@from`.
 */
export interface EventTypes {
  readonly versions: Readonly<Record<string, number>>;
  readonly upcasters: Readonly<Record<string, Upcaster>>;
}

/** All event types, by log. */
export const eventTypes: Readonly<Record<Source, EventTypes>> = {
  identity: { versions: identitySchemaVersions, upcasters: {} },
  qa: { versions: qaSchemaVersions, upcasters: {} },
  messaging: { versions: messagingSchemaVersions, upcasters: {} },
  games: { versions: gamesSchemaVersions, upcasters: {} },
  communities: { versions: communitiesSchemaVersions, upcasters: {} },
  leaderboard: { versions: leaderboardSchemaVersions, upcasters: {} },
  notifications: { versions: notificationsSchemaVersions, upcasters: {} },
};

/** How this version of the code can treat a stored event. */
export type Reading = 'known' | 'unknownType' | 'newerVersion';

/**
 * Whether this code understands an event: unknown types are skipped and counted, newer versions
 * parked.
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
