import type { DynamicModule } from '@nestjs/common';
import { KernelTables1700000000000 } from '@parlour/kernel/database/kernel-tables';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { peopleView } from '@parlour/kernel/view/people-view';
import { CommunityController } from './community/community.controller.ts';
import { CommunityMemberRow, CommunityRow, CommunityTotalRow, communityView } from './community/community.view.ts';
import { contributionView, ContributorRow } from './contribution/contribution.view.ts';
import { MembershipController } from './membership/membership.controller.ts';
import { Newcomers } from './membership/newcomers.ts';
import { standingsPolicy } from './membership/sequels.ts';
import { Communities1760000000000 } from './migrations/1760000000000-communities.migrations.ts';

/** The tables of this service, from the first to the latest. */
export const communitiesMigrations = [KernelTables1700000000000, Communities1760000000000];

/** Communities, who is in them, and their polls. */
export const communitiesDefinition: ServiceDefinition = {
  source: 'communities',
  database: {
    entities: [CommunityRow, CommunityTotalRow, CommunityMemberRow, ContributorRow],
    migrations: communitiesMigrations,
  },
  views: [peopleView('communities'), contributionView, communityView],
  live: () => Promise.resolve({ tells: [], endedSessions: [] }),
  controllers: [CommunityController, MembershipController],
  providers: [Newcomers],
  policies: (commands, database) => [standingsPolicy(commands, database)],
};

/** The service as a Nest module. */
export function communitiesModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(communitiesDefinition, environment);
}
