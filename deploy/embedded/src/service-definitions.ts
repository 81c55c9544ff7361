import { communitiesDefinition } from '@parlour/communities/communities.module';
import type { Source } from '@parlour/contracts/envelope';
import { DeliveryConfig } from '@parlour/delivery/delivery-config';
import { deliveryDefinition } from '@parlour/delivery/delivery.module';
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

/** What a running site needs to send mail. */
interface MailOfSite {
  readonly delivery: DeliveryConfig;
  /** They sign the links. */
  readonly linkKeys: readonly Buffer[];
}

/**
 * Every service of the product, as the embedded deployment and its tools assemble them.
 * @param mail tools send none
 * @throws {ConfigurationError} naming every fault of the environment
 */
export function serviceDefinitions(
  identityConfig = readConfiguration(IdentityConfig, process.env),
  files = fileStoreOf(readConfiguration(FilesConfig, process.env)),
  mail: MailOfSite = { delivery: new DeliveryConfig(), linkKeys: [] },
): readonly ServiceDefinition[] {
  const definitions: Readonly<Record<Source, ServiceDefinition>> = {
    identity: identityDefinition(identityConfig, mail.linkKeys),
    files: filesDefinition(files),
    qa: qaDefinition,
    messaging: messagingDefinition,
    games: gamesDefinition,
    communities: communitiesDefinition,
    leaderboard: leaderboardDefinition,
    notifications: notificationsDefinition,
    delivery: deliveryDefinition(mail.delivery),
  };
  return Object.values(definitions);
}
