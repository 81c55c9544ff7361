import { Skeleton } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useGetCommunityQuery } from '../../features/communities/communities.api.ts';
import { isUnknownCommunity } from '../../features/communities/unknown-community.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { CommunityNotFound } from './community-not-found.tsx';
import classes from './page.module.css';

/**
 * Loads the community in the address, then renders the page. Keyed by id: another community is
 * another page.
 */
export function CommunityFrame({ children }: { readonly children: (community: CommunityWire) => ReactNode }) {
  // Ids are case-insensitive; live events have them in lower case.
  const communityId = (useParams()['communityID'] ?? '').toLowerCase();
  const {
    currentData: community,
    error,
    refetch,
  } = useGetCommunityQuery(communityId, { refetchOnMountOrArgChange: true });
  if (isUnknownCommunity(error)) return <CommunityNotFound />;
  if (community) return children(community);
  if (error !== undefined) {
    return <Failure title={messages.communityFailed} detail={serverText(error)} onRetry={() => refetch()} />;
  }
  return (
    <div className={classes.card} aria-busy="true" aria-label="Loading the community">
      <Skeleton height={24} width="40%" />
      <Skeleton height={14} width="80%" mt={16} />
      <Skeleton height={14} width="65%" mt={12} />
    </div>
  );
}
