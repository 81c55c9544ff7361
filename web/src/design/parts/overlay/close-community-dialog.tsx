import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import type { MouseEventHandler } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import classes from './close-community-dialog.module.css';
import { DestroyButton } from './destroy-button.tsx';
import { CancelButton, Dialog } from './dialog.tsx';
import { Failure } from '../feedback/failure.tsx';

/** Asks whoever closes a community, by its name. */
export function CloseCommunityDialog({
  opened,
  community: { name, visibility },
  pending,
  error,
  onConfirm,
  onCancel,
}: {
  readonly opened: boolean;
  readonly community: { readonly name: string; readonly visibility: CommunityVisibility };
  readonly pending: boolean;
  /** Why it was refused. */
  readonly error?: unknown;
  readonly onConfirm: MouseEventHandler<HTMLButtonElement>;
  readonly onCancel: () => void;
}) {
  return (
    <Dialog opened={opened} title={`Close ${name}?`} returnFocus={false} pending={pending} onClose={onCancel}>
      <p className={classes.consequence}>
        {visibility === 'public' ? 'Everybody' : 'Its members'} can still read it, but nobody will be able to post, vote
        or join. This can’t be undone.
      </p>
      <div className={classes.buttons}>
        <DestroyButton loading={pending} onClick={onConfirm}>
          Close community
        </DestroyButton>
        <CancelButton isFocused />
      </div>
      {error !== undefined && <Failure title={serverText(error) ?? messages.unknownFailure} />}
    </Dialog>
  );
}
