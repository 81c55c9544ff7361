import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import classes from './page.module.css';

/** Shown for an unknown or closed community. */
export function CommunityNotFound() {
  return (
    <NotFound title="Community not found" why="It may not exist, or it has been closed." to="/community/explore">
      Explore
    </NotFound>
  );
}

/** An empty page that says what is missing, and leads on. */
export function NotFound({
  title,
  why,
  to,
  more,
  children,
}: {
  readonly title: string;
  readonly why: string;
  /** Where to go instead. */
  readonly to: string;
  /** Below this link. */
  readonly more?: ReactNode;
  readonly children: string;
}) {
  usePageTitle(title);
  return (
    <div className={classes.card}>
      <EmptyState
        drawing="lost"
        title={
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
        }
      >
        <p role="alert">{why}</p>
        <Button component={Link} to={to} variant="default">
          {children}
        </Button>
        {more}
      </EmptyState>
    </div>
  );
}
