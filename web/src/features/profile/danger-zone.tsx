import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { DestroyButton } from '../../shared/parts/destroy-button.tsx';
import { Dialog } from '../../shared/parts/dialog.tsx';
import type { PlacedDraft } from '../../shared/drafts/drafts.ts';
import { LostDrafts } from '../../shared/parts/draft-dialog.tsx';
import { useDrafts } from '../../shared/parts/use-draft-warning.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { userLeft } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { wantsReauthentication } from './password-reset.tsx';
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
  const unsettled = useRef<string>(undefined);

  const remove = async () => {
    setPending(true);
    setFailure(undefined);
    const request = { username, submissionKey: unsettled.current ?? newSubmissionKey() };
    let { error } = await deleteUser(request);
    if (wantsReauthentication(error)) {
      // One dialog at a time: the password dialog replaces this one.
      setAsking(false);
      if (!(await reauthenticate())) {
        setPending(false);
        return;
      }
      ({ error } = await deleteUser(request));
    }
    if (error === undefined) {
      dispatch(userLeft(messages.userDeleted(username)));
      return;
    }
    unsettled.current = hasUnknownOutcome(error) ? request.submissionKey : undefined;
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
        <Button
          variant="default"
          className={classes.dangerous ?? ''}
          loading={pending && !asking}
          onClick={() => {
            setFailure(undefined);
            setDrafts(draftsNow());
            setAsking(true);
          }}
        >
          Delete This User
        </Button>
      </div>
      <Dialog
        opened={asking}
        title={`Delete ${username}?`}
        onClose={() => {
          if (!pending) setAsking(false);
        }}
      >
        <div className={classes.form}>
          <p className={classes.consequence}>
            Your biography, password and followers are erased for good, and nobody can take your name again. Your posts
            stay, shown as by a deleted user. This cannot be undone.
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
