import { Button } from '@mantine/core';
import { IconArrowLeft, IconSettings } from '@tabler/icons-react';
import type { CommunityWire } from '@parlour/contracts/communities';
import { Link } from 'react-router';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { count } from '../../shared/text/count.ts';
import { CommunityRoles } from './community-roles.tsx';
import classes from './community-page.module.css';
import { JoinOrLeave } from './join-or-leave.tsx';
import { communityAddress, leads } from './position.ts';
import { VisibilityMark } from './visibility-mark.tsx';

/** A link back to the viewer's communities. */
export function ReturnToCommunities() {
  return (
    <div className={classes.back}>
      <Button
        component={Link}
        to="/community"
        variant="default"
        size="xs"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        Return to communities
      </Button>
    </div>
  );
}

/** A link from a subpage back to the community. */
export function ReturnToCommunity({ communityId }: { readonly communityId: string }) {
  return (
    <div className={classes.back}>
      <Button
        component={Link}
        to={communityAddress(communityId)}
        variant="default"
        size="xs"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        Return to community
      </Button>
    </div>
  );
}

/** A community's facts, and the buttons for joining or leaving it. */
export function CommunityHead({ community }: { readonly community: CommunityWire }) {
  const { _id: id, name, description, visibility, owner, memberCount, position } = community;
  return (
    <header className={classes.head}>
      <ReturnToCommunities />
      <div className={classes.top}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h1>
          <p className={classes.description}>
            <bdi>{description}</bdi>
          </p>
          <p className={classes.facts}>
            <VisibilityMark visibility={visibility} />
            <span>{count(memberCount, 'member')}</span>
            <CommunityRoles community={community}>
              <span>
                Owned by <PersonLink username={owner} />
              </span>
            </CommunityRoles>
          </p>
        </div>
        <div className={classes.buttons}>
          {leads(position) && (
            <Button
              component={Link}
              to={communityAddress(id, '/settings')}
              variant="default"
              leftSection={<IconSettings size={17} aria-hidden />}
            >
              Edit Community
            </Button>
          )}
          {(position === 2 || position === 3 || (position === 6 && visibility === 'public')) && (
            <JoinOrLeave key={id} community={community} />
          )}
        </div>
      </div>
    </header>
  );
}
