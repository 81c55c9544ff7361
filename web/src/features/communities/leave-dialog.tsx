import { Button } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { Dialog } from '../../design/parts/dialog.tsx';
import classes from './community-page.module.css';

/** Asks before leaving a private or closed community. */
export function LeaveDialog({
  opened,
  name,
  isClosed,
  pending,
  onLeave,
  onClose,
  children,
}: {
  readonly opened: boolean;
  readonly name: string;
  readonly isClosed: boolean;
  readonly pending: boolean;
  readonly onLeave: MouseEventHandler<HTMLButtonElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog opened={opened} title={`Leave ${name}?`} returnFocus={false} onClose={onClose}>
      <p className={classes.leaving}>
        {isClosed
          ? 'It is closed: nobody can join it again.'
          : 'It is private: you will lose access to its posts and polls, and have to ask to join again.'}
      </p>
      <div className={classes.buttons}>
        <Button loading={pending} onClick={onLeave}>
          Leave
        </Button>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
      </div>
      {children}
    </Dialog>
  );
}
