import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { MouseEventHandler, ReactNode } from 'react';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import classes from '../community/community-page.module.css';

/** Asks before leaving a community, and says what people can't get back by themselves. */
export function LeaveDialog({
  opened,
  name,
  isClosed,
  isPrivate,
  isModerator,
  pending,
  onLeave,
  onClose,
  children,
}: {
  readonly opened: boolean;
  readonly name: string;
  readonly isClosed: boolean;
  readonly isPrivate: boolean;
  readonly isModerator: boolean;
  readonly pending: boolean;
  readonly onLeave: MouseEventHandler<HTMLButtonElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog opened={opened} title={`Leave ${name}?`} returnFocus={false} pending={pending} onClose={onClose}>
      {isClosed && <p className={classes.leaving}>It is closed: nobody can join it again.</p>}
      {isPrivate && !isClosed && (
        <p className={classes.leaving}>
          It is private: you will lose access to its posts and polls, and have to ask to join again.
        </p>
      )}
      {isModerator && !isClosed && <p className={classes.leaving}>{messages.moderatorByOwnerOnly}</p>}
      <div className="wrap">
        <Button loading={pending} onClick={onLeave}>
          Leave
        </Button>
        <CancelButton isFocused />
      </div>
      {children}
    </Dialog>
  );
}
