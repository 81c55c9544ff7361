import { Button } from '@mantine/core';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import type { RefObject } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { showUndo } from '../../../design/parts/feedback/toasts.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from '../list/community-list.module.css';
import { useMembership } from './use-membership.ts';

/** Joins a public community, or asks to join a private one, from its card. */
export function JoinInPlace({
  community: { _id: id, name, visibility },
  then,
}: {
  readonly community: CommunityRowWire;
  /** Gets the focus afterwards, because the button disappears. */
  readonly then: RefObject<HTMLElement | null>;
}) {
  const viewer = useViewer();
  const { change, takeBack, pending, failure } = useMembership(id);
  const label = visibility === 'public' ? 'Join' : 'Request to join';

  async function join(button: HTMLElement): Promise<void> {
    const list = visibility === 'public' ? 'members' : 'pendingMembers';
    if (!(await change({ username: viewer, list, action: 'add' }))) return;
    moveFocus(button, then.current);
    if (visibility === 'public') return;
    const text = `You asked to join ${name}. The owner or a moderator will decide.`;
    void showUndo(text, () => void takeBack({ username: viewer, list, action: 'remove' }));
  }

  return (
    <>
      <Button
        variant="light"
        className={classes.join ?? ''}
        loading={pending !== undefined}
        aria-label={`${label}: ${name}`}
        onClick={({ currentTarget }) => void join(currentTarget)}
      >
        {label}
      </Button>
      {failure !== undefined && <Failure title={serverText(failure) ?? messages.unknownFailure} />}
    </>
  );
}
