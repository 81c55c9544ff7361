import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { eventsOf } from '@parlour/contracts/envelope';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import { setSearchLanguage } from '@parlour/search/search-language';
import { SearchWords1795800000001 } from '@parlour/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { BlockRow, blockView } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { peopleView } from '@parlour/people/people-view';
import { live } from './communities.live.ts';
import { AdministrationController } from './community/administration.controller.ts';
import { CommunityController } from './community/community.controller.ts';
import { CommunityRow, CommunityTotalRow } from './community/community.entity.ts';
import { communityView } from './community/community.projection.ts';
import { ContributorRow } from './contribution/contribution.entity.ts';
import { contributionView } from './contribution/contribution.projection.ts';
import { erasingPolicy } from './erasing/erasing.ts';
import { readLiveRows } from './live-rows.queries.ts';
import { ListedController } from './membership/listed.controller.ts';
import { MembershipController } from './membership/membership.controller.ts';
import { CommunityMemberRow } from './membership/membership.entity.ts';
import { standingsPolicy } from './membership/follow-ups.ts';
import { moderatedPosts } from './moderation/moderated-posts.ts';
import { ModerationEntryRow } from './moderation/moderation.entity.ts';
import { moderationView } from './moderation/moderation.projection.ts';
import { closingPolicy } from './poll/close-polls.ts';
import { PollController } from './poll/poll.controller.ts';
import { PollOptionRow, PollRow, PollVoteRow } from './poll/poll.entity.ts';
import { pollView } from './poll/poll.projection.ts';
import { PollResults } from './poll/poll-results.queries.ts';
import { ReportController } from './report/report.controller.ts';
import { ReportCaseRow, ReportRow } from './report/report.entity.ts';
import { reportView } from './report/report.projection.ts';
import { readsFor, readsOf } from '@parlour/kernel/service/reads';
import { inSearchTurn } from '@parlour/search/word-search';
import { readAllCommunities } from './community/all-communities.queries.ts';
import { readInviting } from './community/inviting.queries.ts';
import { readCommunities, readMemberships, readOwnCommunities } from './community/community-list.queries.ts';
import { readCommunity, readWholeCommunities } from './community/community.queries.ts';
import { readPeople } from './membership/people-list.queries.ts';
import { readModerationLog } from './moderation/moderation.queries.ts';
import { readOperatorActs } from './operator/operator-acts.queries.ts';
import { readPolls } from './poll/poll-list.queries.ts';
import { findReports, readCase, readReports } from './report/report.queries.ts';
import { readReported } from './report/reported.queries.ts';
import { readFoundCommunities } from './search/found.queries.ts';
import { CommunityPictures1796000000000 } from './migrations/1796000000000-community-pictures.migrations.ts';
import { Communities1795800000002 } from './migrations/1795800000002-communities.migrations.ts';

/** The tables of this service, oldest migration first. */
export const communitiesMigrations = [
  KernelTables1795800000000,
  SearchWords1795800000001,
  Communities1795800000002,
  CommunityPictures1796000000000,
];

const reads = readsOf({
  'communities.getCommunity': (tx, { communityId }, viewer) => readCommunity(tx, communityId, viewer),
  'communities.getWholeCommunities': (tx, { ids }, viewer) => readWholeCommunities(tx, ids, viewer),
  'communities.getCommunities': readCommunities,
  'communities.getOwn': readOwnCommunities,
  'communities.getMemberships': readMemberships,
  'communities.getAll': readAllCommunities,
  'communities.getPeople': readPeople,
  'communities.getPolls': readPolls,
  'communities.getModerationLog': readModerationLog,
  'communities.getReports': readReports,
  'communities.getReport': async (tx, { reportId }, viewer) => (await readCase(tx, reportId, viewer)).report,
  'communities.findReports': (tx, { things }, viewer) => findReports(tx, things, viewer),
  'communities.getReported': readReported,
  'communities.getOperatorActs': readOperatorActs,
  'communities.search': inSearchTurn(readFoundCommunities),
});

/** Also for visitors who have an invitation: the gateway asks. */
const visitorsReads = readsFor(() => undefined, { 'communities.getInviting': readInviting });

/** Communities, their people, and their polls. */
export const communitiesDefinition: ServiceDefinition = {
  source: 'communities',
  database: {
    entities: [
      ...[CommunityRow, CommunityTotalRow, CommunityMemberRow, ContributorRow],
      ...[PollRow, PollOptionRow, PollVoteRow, ModerationEntryRow, BlockRow],
      ...[ReportCaseRow, ReportRow],
    ],
    migrations: communitiesMigrations,
    afterMigrations: setSearchLanguage,
  },
  views: [
    peopleView('communities'),
    blockView('communities'),
    contributionView,
    communityView,
    pollView,
    moderationView,
    reportView,
  ],
  async live(envelopes, database) {
    const events = eventsOf<CommunitiesEvent>(envelopes);
    return { liveMessages: live(events, await readLiveRows(database, events)), endedSessions: [] };
  },
  controllers: [
    reads,
    visitorsReads,
    CommunityController,
    AdministrationController,
    MembershipController,
    ListedController,
    PollController,
    ReportController,
  ],
  providers: [KnownPeople, PollResults],
  waiting: { requests: 'select coalesce(sum(pending_count), 0) from communities where closed_position is null' },
  policies: [standingsPolicy, closingPolicy, erasingPolicy, moderatedPosts],
};
