import { Link } from 'react-router';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { IconDoorOff } from '../../../design/parts/look/icons.tsx';
import { useGetCommunityQuery } from '../communities.api.ts';
import classes from './community-page.module.css';
import { communityAddress } from '../membership/permissions.ts';
import { ClosedMark } from '../../../design/parts/look/visibility-mark.tsx';
import { useClosedCommunity } from '../membership/use-closed-community.ts';

/**
 * A link to the community that something belongs to; nothing until its name is loaded. One that
 * closed before closed ones could be read has no page to link to.
 */
export function CommunityLink({ communityId }: { readonly communityId: string }) {
  const { data } = useGetCommunityQuery(communityId);
  const closed = useClosedCommunity(communityId);
  if (closed && !data) {
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
      <Emblem name={data.name} picture={data.picture} size="s" />
      <bdi>{data.name}</bdi>
      {closed && <ClosedMark />}
    </Link>
  );
}
