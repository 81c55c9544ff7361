import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import {
  CommunityName,
  ReturnToCommunity,
  settingsLeft,
} from '../../../features/communities/community/community-head.tsx';
import { CommunitySettings } from '../../../features/communities/settings/community-settings.tsx';
import { leads } from '../../../features/communities/membership/permissions.ts';
import { ReportQueue } from '../../../features/reports/report-queue.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { CommunityFrame } from './community-frame.tsx';

/** A community's settings, for its owner and moderators. */
export function CommunitySettingsPage() {
  return <CommunityFrame>{(community) => <Settings key={community._id} community={community} />}</CommunityFrame>;
}

function Settings({ community }: { readonly community: CommunityWire }) {
  const title = community.closedAt === null ? 'Settings' : settingsLeft;
  usePageTitle(`${title} · ${community.name}`);
  return (
    <>
      <ReturnToCommunity communityId={community._id} />
      <PageHead title={title} below={<CommunityName {...community} />} />
      {leads(community.position) ? (
        <CommunitySettings community={community} reports={<ReportQueue communityId={community._id} />} />
      ) : (
        <Failure title={messages.communityPosition} />
      )}
    </>
  );
}
