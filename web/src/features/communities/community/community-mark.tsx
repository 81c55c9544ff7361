import { Link } from 'react-router';
import { IconUsersGroup } from '../../../design/parts/look/icons.tsx';
import { isNotFound } from '../../../shared/http/call-failure.ts';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { useGetCommunitiesInfiniteQuery, useGetCommunityQuery } from '../communities.api.ts';
import classes from './community-mark.module.css';
import { communityAddress } from '../membership/permissions.ts';

/**
 * The community of a row, in a place of fixed width: names are loaded after the first screen,
 * all rows' together where they are among the first communities.
 */
export function CommunityMark({ communityId }: { readonly communityId: string }) {
  const rested = useRested();
  const { listed, isKnown } = useGetCommunitiesInfiniteQuery(
    { search: '' },
    {
      skip: !rested,
      selectFromResult: ({ currentData, isError }) => ({
        listed: currentData?.pages[0]?.rows.find((row) => row._id === communityId)?.name,
        isKnown: currentData !== undefined || isError,
      }),
    },
  );
  const { data, error } = useGetCommunityQuery(communityId, { skip: !isKnown || listed !== undefined });
  if (isNotFound(error)) return <span className={classes.mark}>Closed community</span>;
  const name = listed ?? data?.name;
  return (
    <Link to={communityAddress(communityId)} className={classes.mark} title={name}>
      <IconUsersGroup size={14} aria-hidden />
      <bdi className="ellipsis">{name ?? 'Community'}</bdi>
    </Link>
  );
}
