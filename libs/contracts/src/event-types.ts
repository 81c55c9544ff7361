import { communitiesSchemaVersions } from './communities/communities.ts';
import { deliverySchemaVersions } from './delivery/delivery.ts';
import type { Source } from './envelope.ts';
import { filesSchemaVersions } from './files/files.ts';
import { gamesSchemaVersions } from './games/games.ts';
import { identitySchemaVersions } from './identity/identity.ts';
import { leaderboardSchemaVersions } from './leaderboard/leaderboard.ts';
import { messagingSchemaVersions } from './messaging/messaging.ts';
import { notificationsSchemaVersions } from './notifications/notifications.ts';
import { qaSchemaVersions } from './qa/qa.events.ts';

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
  files: { versions: filesSchemaVersions, upcasters: {} },
  qa: { versions: qaSchemaVersions, upcasters: {} },
  messaging: { versions: messagingSchemaVersions, upcasters: {} },
  games: { versions: gamesSchemaVersions, upcasters: {} },
  communities: { versions: communitiesSchemaVersions, upcasters: {} },
  leaderboard: { versions: leaderboardSchemaVersions, upcasters: {} },
  delivery: { versions: deliverySchemaVersions, upcasters: {} },
  notifications: { versions: notificationsSchemaVersions, upcasters: {} },
};
