import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Shown for unknown addresses. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Page not found
        </h1>
      </div>
      <div className={classes.card}>
        <EmptyState icon={<IconMapOff size={28} />} title="There is no page at this address">
          <p>It may have been typed wrong, or the link is old.</p>
          <Button component={Link} to="/home" variant="default">
            All questions
          </Button>
        </EmptyState>
      </div>
    </>
  );
}
