import { communitiesDefinition } from '@parlour/communities/communities.module';
import type { Source } from '@parlour/contracts/envelope';
import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import { filesDefinition } from '@parlour/files/files.module';
import { gamesDefinition } from '@parlour/games/games.module';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { identityDefinition } from '@parlour/identity/identity.module';
import { readConfiguration } from '@parlour/kernel/config/config';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { leaderboardDefinition } from '@parlour/leaderboard/leaderboard.module';
import { messagingDefinition } from '@parlour/messaging/messaging.module';
import { notificationsDefinition } from '@parlour/notifications/notifications.module';
import { qaDefinition } from '@parlour/qa/qa.module';

/**
 * Every service of the product, as the embedded deployment and its tools assemble them.
 * @throws {ConfigurationError} naming every fault of the environment
 */
export function serviceDefinitions(
  identityConfig = readConfiguration(IdentityConfig, process.env),
  files = fileStoreOf(readConfiguration(FilesConfig, process.env)),
): readonly ServiceDefinition[] {
  const definitions: Readonly<Record<Source, ServiceDefinition>> = {
    identity: identityDefinition(identityConfig),
    files: filesDefinition(files),
    qa: qaDefinition,
    messaging: messagingDefinition,
    games: gamesDefinition,
    communities: communitiesDefinition,
    leaderboard: leaderboardDefinition,
    notifications: notificationsDefinition,
  };
  return Object.values(definitions);
}
