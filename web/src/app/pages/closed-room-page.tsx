import { Button } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { roomName } from '../shell/navigation.ts';
import classes from './page.module.css';

/** A room that is planned and not built: says so, instead of showing an empty one. */
export function ClosedRoomPage() {
  const name = roomName(useLocation().pathname);
  usePageTitle(name);
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {name}
        </h1>
      </div>
      <div className={classes.card}>
        <EmptyState icon={<IconDoor size={28} />} title="This room is not open yet">
          <p>It is being built. Until then, questions and answers are open.</p>
          <Button component={Link} to="/home" variant="default">
            All questions
          </Button>
        </EmptyState>
      </div>
    </>
  );
}
