import type { DynamicModule } from '@nestjs/common';
import type { CommunitiesEvent } from '@parlour/contracts/communities';
import { eventsOf } from '@parlour/contracts/envelope';
import { KernelTables1700000000000, VerbatimReplies1760900000000 } from '@parlour/kernel/database/kernel-tables';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { KnownPeople } from '@parlour/kernel/view/known-people';
import { peopleView } from '@parlour/kernel/view/people-view';
import { live } from './communities.live.ts';
import { CommunityController } from './community/community.controller.ts';
import { CommunityMemberRow, CommunityRow, CommunityTotalRow, communityView } from './community/community.view.ts';
import { contributionView, ContributorRow } from './contribution/contribution.view.ts';
import { readLiveRows } from './live-rows.ts';
import { MembershipController } from './membership/membership.controller.ts';
import { standingsPolicy } from './membership/follow-ups.ts';
import { Communities1760000000000 } from './migrations/1760000000000-communities.migrations.ts';
import { EndedPolls1761000000000 } from './migrations/1761000000000-ended-polls.migrations.ts';
import { Looks1760100000000 } from './migrations/1760100000000-looks.migrations.ts';
import { ModerationController } from './moderation/moderation.controller.ts';
import { ModerationEntryRow, moderationView } from './moderation/moderation.view.ts';
import { closingPolicy } from './poll/close-polls.ts';
import { PollController } from './poll/poll.controller.ts';
import { PollOptionRow, PollRow, pollView, PollVoteRow } from './poll/poll.view.ts';
import { PollResults } from './poll/poll-results.ts';

/** The tables of this service, oldest migration first. */
export const communitiesMigrations = [
  KernelTables1700000000000,
  Communities1760000000000,
  Looks1760100000000,
  VerbatimReplies1760900000000,
  EndedPolls1761000000000,
];

/** Communities, their people, and their polls. */
export const communitiesDefinition: ServiceDefinition = {
  source: 'communities',
  database: {
    entities: [
      ...[CommunityRow, CommunityTotalRow, CommunityMemberRow, ContributorRow],
      ...[PollRow, PollOptionRow, PollVoteRow, ModerationEntryRow],
    ],
    migrations: communitiesMigrations,
  },
  views: [peopleView('communities'), contributionView, communityView, pollView, moderationView],
  async live(envelopes, database) {
    const events = eventsOf<CommunitiesEvent>(envelopes);
    return { liveMessages: live(events, await readLiveRows(database, events)), endedSessions: [] };
  },
  controllers: [CommunityController, MembershipController, PollController, ModerationController],
  providers: [KnownPeople, PollResults],
  policies: (commands, database) => [standingsPolicy(commands, database), closingPolicy(commands)],
};

/** The service as a Nest module. */
export function communitiesModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(communitiesDefinition, environment);
}
