import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetOwnCommunitiesInfiniteQuery } from './communities.api.ts';
import { CommunityRows } from './community-rows.tsx';

// Rows also change through other people, without live events: refetch on each visit, showing cached
// rows meanwhile.
const everyVisit = { refetchOnMountOrArgChange: true };

/** The communities that the viewer owns or is a member of. */
export function OwnCommunities() {
  const viewer = useViewer();
  const query = useGetOwnCommunitiesInfiniteQuery(viewer, { ...everyVisit, skip: viewer === '' });
  return (
    <CommunityRows query={query} failure={messages.ownCommunitiesFailed}>
      <EmptyState icon={<IconUsersGroup size={28} />} title="You are in no community yet">
        <p>Communities you join or create appear here.</p>
        <Button component={Link} to="/community/explore">
          Explore
        </Button>
      </EmptyState>
    </CommunityRows>
  );
}
