import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { setBlocked } from './blocked.api.ts';
import classes from './block.module.css';

/** Asks whether to block a person, and says what that does. */
export default function BlockDialog({
  username,
  onClose,
}: {
  readonly username: string;
  readonly onClose: () => void;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const submit = useSubmission();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function block(): Promise<void> {
    setPending(true);
    setFailure(undefined);
    const { error } = await submit({ username }, async (submitted) => ({
      error: await dispatch(setBlocked(true, { ...submitted, viewer })),
    }));
    setPending(false);
    setFailure(error);
    if (error !== undefined) return;
    onClose();
    void showToast('success', `You have blocked ${username}`);
  }

  return (
    <Dialog opened title={`Block @${username}?`} pending={pending} onClose={onClose}>
      <div className={classes.form}>
        <p>
          They can no longer send you messages, mention you, invite you or follow you. You no longer follow each other,
          and their posts are collapsed for you.
        </p>
        <p>They are not told. You can unblock them at any time, here or in your settings.</p>
        {failure !== undefined && <Failure title="Error while blocking this person" detail={serverText(failure)} />}
        <div className="wrap">
          <DestroyButton loading={pending} onClick={() => void block()}>
            Block
          </DestroyButton>
          <CancelButton isFocused />
        </div>
      </div>
    </Dialog>
  );
}
