import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { isRefusedWith, serverText } from '../../shared/http/call-failure.ts';
import { DestroyButton } from '../../design/parts/overlay/destroy-button.tsx';
import { Dialog } from '../../design/parts/overlay/dialog.tsx';
import type { PlacedDraft } from '../../shared/drafts/drafts.ts';
import { LostDrafts } from '../../design/parts/draft/draft-dialog.tsx';
import { useDrafts } from '../../design/parts/draft/use-draft-warning.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { userLeft } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { useDeleteUserMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Deletes the account, behind a dialog that explains the consequences. */
export function DangerZone({
  username,
  reauthenticate,
}: {
  readonly username: string;
  readonly reauthenticate: () => Promise<boolean>;
}) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [drafts, setDrafts] = useState<readonly PlacedDraft[]>([]);
  const draftsNow = useDrafts();
  const [deleteUser] = useDeleteUserMutation();
  const dispatch = useDispatch<Dispatch>();
  const submit = useSubmission();

  const remove = async () => {
    setPending(true);
    setFailure(undefined);
    let { error } = await submit({ username }, deleteUser);
    if (isRefusedWith(error, 'reauth')) {
      // One dialog at a time: the password dialog replaces this one.
      setAsking(false);
      if (!(await reauthenticate())) {
        setPending(false);
        return;
      }
      ({ error } = await submit({ username }, deleteUser));
    }
    if (error === undefined) {
      dispatch(userLeft(messages.userDeleted(username)));
      return;
    }
    setPending(false);
    setFailure(error);
    setAsking(true);
  };

  return (
    <section className={classes.card} data-danger aria-labelledby="danger">
      <div className={classes.cardHead}>
        <h2 id="danger" className={classes.cardTitle}>
          Danger Zone
        </h2>
      </div>
      <div className={classes.buttons}>
        <p className={classes.warning}>Deleting your account cannot be undone.</p>
        <DestroyButton
          variant="default"
          loading={pending && !asking}
          onClick={() => {
            setFailure(undefined);
            setDrafts(draftsNow());
            setAsking(true);
          }}
        >
          Delete This User
        </DestroyButton>
      </div>
      <Dialog
        opened={asking}
        title={`Delete ${username}?`}
        onClose={() => {
          if (!pending) setAsking(false);
        }}
      >
        <div className="stack">
          <p>
            Your biography, password and followers are erased for good, and nobody can take your name again. Your posts
            stay, under the name “deleted user”. This cannot be undone.
          </p>
          <LostDrafts drafts={drafts} />
          {failure !== undefined && <Failure title={messages.userDeleteFailed} detail={serverText(failure)} />}
          <div className={classes.buttons}>
            <DestroyButton loading={pending} onClick={() => void remove()}>
              Delete for good
            </DestroyButton>
            <Button
              variant="default"
              disabled={pending}
              data-autofocus
              onClick={() => {
                setAsking(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
