import { Button } from '@mantine/core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { moveFocus, moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { showUndo } from '../../../design/parts/feedback/toasts.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from '../community/community-page.module.css';
import { useMembership } from './use-membership.ts';

// Few people ever see it, and it is larger than the rest of the page.
const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/**
 * Joins a public community, or leaves any. Leaving asks first if people can't come back by
 * themselves as what they were: to a private or closed community, or as a moderator.
 */
export function JoinOrLeave({ community }: { readonly community: CommunityWire }) {
  const { _id: id, name, visibility, position, closedAt } = community;
  const isPrivate = visibility === 'private';
  const isClosed = closedAt !== null;
  const isFinal = isPrivate || isClosed;
  const viewer = useViewer();
  const { change, takeBack, pending, failure } = useMembership(id);
  const [asking, setAsking] = useState(false);
  // Kept while the dialog closes, when they are a moderator no more.
  const [asked, setAsked] = useState<{ readonly isModerator: boolean }>();
  const button = useRef<HTMLButtonElement>(null);
  const member = position <= 3;
  const isModerator = position === 2;
  const asksFirst = member && (isFinal || isModerator);

  async function toggle(pressed: HTMLElement): Promise<void> {
    const done = await change({ username: viewer, list: 'members', action: member ? 'remove' : 'add' });
    if (!done) return;
    setAsking(false);
    // What it led to may be all that is left of the page.
    if (isFinal) moveFocusToHeading(pressed);
    else if (asksFirst) moveFocus(pressed, button.current);
    else if (member) {
      void showUndo(`You left ${name}.`, () => void takeBack({ username: viewer, list: 'members', action: 'add' }));
    }
  }

  const failed = failure !== undefined && (
    <div className={classes.failure}>
      <Failure title={serverText(failure) ?? messages.unknownFailure} />
    </div>
  );
  return (
    <div>
      <Button
        ref={button}
        variant={member ? 'default' : 'filled'}
        loading={pending !== undefined && !asking}
        onClick={({ currentTarget }) => {
          if (asksFirst) {
            setAsked({ isModerator });
            setAsking(true);
          } else void toggle(currentTarget);
        }}
      >
        {member ? 'Leave community' : 'Join community'}
      </Button>
      {!asking && failed}
      {asked && (
        <LeaveDialog
          opened={asking}
          name={name}
          isClosed={isClosed}
          isPrivate={isPrivate}
          isModerator={asked.isModerator}
          pending={pending !== undefined}
          onLeave={({ currentTarget }) => void toggle(currentTarget)}
          onClose={() => {
            setAsking(false);
            button.current?.focus();
          }}
        >
          {asking && failed}
        </LeaveDialog>
      )}
    </div>
  );
}
