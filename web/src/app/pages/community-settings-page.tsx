import type { CommunityWire } from '@parlour/contracts/communities';
import { messages } from '@parlour/contracts/messages';
import { ReturnToCommunity } from '../../features/communities/community-head.tsx';
import { CommunityRoles } from '../../features/communities/community-roles.tsx';
import { CommunitySettings } from '../../features/communities/community-settings.tsx';
import { leads } from '../../features/communities/position.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { CommunityFrame } from './community-frame.tsx';
import classes from './page.module.css';

/** A community's settings, for its owner and moderators. */
export function CommunitySettingsPage() {
  return <CommunityFrame>{(community) => <Settings key={community._id} community={community} />}</CommunityFrame>;
}

function Settings({ community }: { readonly community: CommunityWire }) {
  usePageTitle(`Settings · ${community.name}`);
  return (
    <>
      <ReturnToCommunity communityId={community._id} />
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Settings
          </h1>
          <p className={classes.below}>
            <bdi>{community.name}</bdi>
          </p>
        </div>
      </div>
      {leads(community.position) ? (
        <CommunityRoles community={community}>
          <CommunitySettings community={community} />
        </CommunityRoles>
      ) : (
        <Failure title={messages.communityPosition} />
      )}
    </>
  );
}
