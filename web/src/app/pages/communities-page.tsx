import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { OwnCommunities } from '../../features/communities/own-communities.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** The communities the viewer belongs to. */
export function CommunitiesPage() {
  usePageTitle('Your Communities');
  return (
    <>
      <div className={classes.head} data-short>
        <h1 className={classes.title} tabIndex={-1}>
          Your Communities
        </h1>
        <Button component={Link} to="/community/new">
          Create
        </Button>
      </div>
      <OwnCommunities />
    </>
  );
}
