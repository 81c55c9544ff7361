import { IconDoorOff, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useGetCommunityQuery } from './communities.api.ts';
import classes from './community-page.module.css';
import { communityAddress } from './position.ts';
import { useClosedCommunity } from './unknown-community.ts';

/**
 * A link to the community that something belongs to; nothing until its name is loaded. A closed
 * community has no page to link to.
 */
export function CommunityLink({ communityId }: { readonly communityId: string }) {
  const { data } = useGetCommunityQuery(communityId);
  const closed = useClosedCommunity(communityId);
  if (closed) {
    return (
      <span className={classes.closed}>
        <IconDoorOff size={15} aria-hidden />
        Closed community
      </span>
    );
  }
  if (!data) return null;
  return (
    <Link to={communityAddress(communityId, '?tab=posts')} className={classes.communityLink}>
      <IconUsersGroup size={15} aria-hidden />
      <bdi>{data.name}</bdi>
    </Link>
  );
}
