import { Button, TextInput } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type SubmitEvent, useState } from 'react';
import { CancelButton, Dialog } from '../overlay/dialog.tsx';
import { Failure } from '../feedback/failure.tsx';
import classes from './remove-dialog.module.css';

/** Asks whoever removes what somebody else wrote for the reason. */
export default function RemoveDialog({
  kind,
  onRemove,
  onClose,
}: {
  /** Such as "answer". */
  readonly kind: string;
  /** Resolves with why it failed, or with undefined once it is removed. */
  readonly onRemove: (reason: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isMissing = reason.trim() === '';

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setIsAsked(true);
    if (isMissing || pending) return;
    setPending(true);
    const failed = await onRemove(reason.trim());
    setPending(false);
    setFailure(failed);
  }

  return (
    <Dialog
      opened
      isForm
      title={`Remove this ${kind}?`}
      returnFocus={false}
      isChanged={!isMissing}
      pending={pending}
      onClose={onClose}
    >
      <form noValidate aria-label={`Remove ${kind}`} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Reason"
          description="This is shown instead of the post."
          value={reason}
          required
          maxLength={limits.deleteReasonLength}
          autoComplete="off"
          data-autofocus
          error={isAsked && isMissing && messages.deleteReasonMissing}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit" color="danger" loading={pending}>
            Remove
          </Button>
          <CancelButton />
        </div>
        {failure !== undefined && <Failure title={`This ${kind} could not be removed.`} detail={failure} />}
      </form>
    </Dialog>
  );
}
