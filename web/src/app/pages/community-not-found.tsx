import { Button } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Shown for an unknown or closed community. */
export function CommunityNotFound() {
  usePageTitle('Community not found');
  return (
    <div className={classes.card}>
      <EmptyState
        icon={<IconDoorOff size={28} />}
        title={
          <h1 className={classes.title} tabIndex={-1}>
            Community not found
          </h1>
        }
      >
        <p>It may not exist, or it has been closed.</p>
        <Button component={Link} to="/community/explore" variant="default">
          Explore
        </Button>
      </EmptyState>
    </div>
  );
}
