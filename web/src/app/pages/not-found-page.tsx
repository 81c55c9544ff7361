import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../design/parts/empty-state.tsx';
import { usePageTitle } from '../../design/parts/page-title.ts';
import { PageHead } from '../../design/patterns/page-head.tsx';
import classes from './page.module.css';

/** Shown for unknown addresses. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <>
      <PageHead title="Page not found" />
      <div className={classes.card}>
        <EmptyState drawing="lost" title="There is no page at this address">
          <p>It may have been typed wrong, or the link is old.</p>
          <Button component={Link} to="/home" variant="default">
            All questions
          </Button>
        </EmptyState>
      </div>
    </>
  );
}
