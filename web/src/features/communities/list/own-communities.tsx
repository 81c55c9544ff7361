import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetOwnCommunitiesInfiniteQuery } from '../communities.api.ts';
import { ClosedCommunities } from './closed-communities.tsx';
import { CommunityRows } from './community-rows.tsx';

/** The communities that the viewer owns or is a member of. */
export function OwnCommunities() {
  const viewer = useViewer();
  const query = useGetOwnCommunitiesInfiniteQuery(viewer, { ...everyVisit, skip: viewer === '' });
  return (
    <>
      <CommunityRows query={query} failure={messages.ownCommunitiesFailed}>
        <EmptyState drawing="communities" title="You haven’t joined a community yet">
          <p>Communities you join or create appear here.</p>
          <Button component={Link} to="/community/explore">
            Explore
          </Button>
        </EmptyState>
      </CommunityRows>
      {viewer !== '' && <ClosedCommunities of={viewer} />}
    </>
  );
}
