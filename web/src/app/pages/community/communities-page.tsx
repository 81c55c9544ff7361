import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { OwnCommunities } from '../../../features/communities/list/own-communities.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';

/** The communities the viewer belongs to. */
export function CommunitiesPage() {
  usePageTitle('Your Communities');
  return (
    <>
      <PageHead title="Your Communities">
        <Button component={Link} to="/community/explore" variant="default">
          Explore
        </Button>
        <Button component={Link} to="/community/new">
          Create
        </Button>
      </PageHead>
      <OwnCommunities />
    </>
  );
}
