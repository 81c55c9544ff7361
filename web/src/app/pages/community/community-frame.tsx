import { Skeleton } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useGetCommunityQuery } from '../../../features/communities/communities.api.ts';
import { communityIdOf } from '../../../features/communities/community-calls.ts';
import { isNotFound } from '../../../shared/http/call-failure.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { useArrival } from '../../../shared/state/hooks/use-arrival.ts';
import { CommunityNotFound } from '../not-found.tsx';
import classes from '../page.module.css';

/**
 * Loads the community in the address, then renders the page. Keyed by id: another community is
 * another page.
 */
export function CommunityFrame({
  children,
  lost,
}: {
  readonly children: (community: CommunityWire) => ReactNode;
  /** Shown below the words that there is no such community, by its id. */
  readonly lost?: (communityId: string) => ReactNode;
}) {
  const communityId = communityIdOf(useParams()['communityID'] ?? '');
  const { currentData, error, refetch } = useGetCommunityQuery(communityId, everyVisit);
  const community = useArrival(currentData);
  if (isNotFound(error)) {
    return (
      <>
        <CommunityNotFound />
        {lost?.(communityId)}
      </>
    );
  }
  if (community) return children(community);
  if (error !== undefined) {
    return <Failure title={messages.communityFailed} detail={serverText(error)} onRetry={() => refetch()} />;
  }
  return (
    <Loading label="Loading the community" className={classes.card}>
      <Skeleton height={72} width={72} radius="lg" />
      <Skeleton height={28} width="40%" mt={20} />
      <Skeleton height={14} width="80%" mt={16} />
      <Skeleton height={24} width="30%" mt={20} />
    </Loading>
  );
}
