import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { Link } from 'react-router';
import { Avatars } from '../../../design/parts/person/avatar.tsx';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { Face } from '../../../design/parts/look/face.tsx';
import { IconArrowLeft, IconFlag, IconSettings } from '../../../design/parts/look/icons.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { PostMenu } from '../../../design/parts/post/post-menu.tsx';
import { toneOf } from '../../../design/parts/look/tone.ts';
import { useReport } from '../../../design/parts/report/use-report.ts';
import { count } from '../../../shared/text/count.ts';
import { CommunityRoles } from '../settings/community-roles.tsx';
import classes from './community-head.module.css';
import { tabAddress } from './community-tabs.tsx';
import { JoinOrLeave } from '../membership/join-or-leave.tsx';
import { communityAddress, leads, seesContents } from '../membership/permissions.ts';
import { RoleChip } from './role-chip.tsx';
import { ClosedMark, VisibilityMark } from '../../../design/parts/look/visibility-mark.tsx';
import { WaitingBadge } from '../settings/waiting-badge.tsx';

/** This many faces are shown. */
const faces = 5;

/** The settings of a closed community, of which nothing can be set any more. */
export const settingsLeft = 'Reports and log';

/** A link back to the viewer's communities. */
export function ReturnToCommunities() {
  return <Return to="/community">Return to communities</Return>;
}

/** A link from a subpage back to the community. */
export function ReturnToCommunity({ communityId }: { readonly communityId: string }) {
  return <Return to={communityAddress(communityId)}>Return to community</Return>;
}

function Return({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <div className={classes.back}>
      <Link to={to} className={classes.return}>
        <IconArrowLeft size={15} aria-hidden />
        {children}
      </Link>
    </div>
  );
}

/** A community's emblem and name, below the title of a subpage. */
export function CommunityName({ name, picture }: Pick<CommunityWire, 'name' | 'picture'>) {
  return (
    <span className="inline-row">
      <Emblem name={name} picture={picture} size="s" />
      <bdi>{name}</bdi>
    </span>
  );
}

/** A community's facts, and the buttons for joining or leaving it. */
export function CommunityHead({ community }: { readonly community: CommunityWire }) {
  const { _id: id, name, picture, banner, description, visibility, owner, members, memberCount, position } = community;
  const isOpen = community.closedAt === null;
  const report = useReport('community', id);
  const size = count(memberCount, 'member');
  return (
    <>
      <ReturnToCommunities />
      <header className={classes.head}>
        <div className={`toned ${classes.band}`} style={toneOf(name)} data-high={banner !== null} aria-hidden>
          <Face address={banner} width={1280} />
        </div>
        <div className={classes.top}>
          <span className={classes.emblem}>
            <Emblem name={name} picture={picture} size="xl" />
          </span>
          <div className={classes.words}>
            <h1 className={classes.title} tabIndex={-1}>
              <bdi>{name}</bdi>
            </h1>
            <span className={classes.chips}>
              <VisibilityMark visibility={visibility} />
              {!isOpen && <ClosedMark />}
              <RoleChip position={position} />
            </span>
          </div>
          <p className={classes.facts}>
            <span className={classes.people}>
              {members.length > 0 && <Avatars usernames={members.slice(0, faces)} />}
              {seesContents(community) ? <Link to={tabAddress(id, 'Members')}>{size}</Link> : <span>{size}</span>}
            </span>
            <CommunityRoles community={community}>
              <span>
                Owned by <PersonLink username={owner} />
              </span>
            </CommunityRoles>
          </p>
          <div className={classes.buttons}>
            {leads(position) && (
              <Button
                component={Link}
                to={communityAddress(id, '/settings')}
                variant="default"
                leftSection={isOpen ? <IconSettings size={17} aria-hidden /> : <IconFlag size={17} aria-hidden />}
                rightSection={<WaitingBadge community={community} />}
              >
                {isOpen ? 'Edit Community' : settingsLeft}
              </Button>
            )}
            {(position === 2 || position === 3 || (position === 6 && visibility === 'public' && isOpen)) && (
              <JoinOrLeave key={id} community={community} />
            )}
            {position !== 1 && <PostMenu label={`More about ${name}`} acts={[report]} />}
          </div>
          <p className={classes.description} dir="auto">
            {description}
          </p>
        </div>
      </header>
    </>
  );
}
