import type { AdminFileWire } from '@parlour/contracts/files/files';
import { type RefObject, useState } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { showToast } from '../feedback/toasts.ts';
import { DestroyButton } from './destroy-button.tsx';
import { CancelButton, Dialog } from './dialog.tsx';
import { headingAround } from '../page/move-focus.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useDeleteFileMutation } from '../../../shared/files.api.ts';

/** Asks before a file is deleted, and says what that does to the texts that have it. */
export function DeleteFileDialog({
  file: { _id, name },
  isUsed,
  opened,
  row,
  onClose,
}: {
  readonly file: Pick<AdminFileWire, '_id' | 'name'>;
  /** Whether texts have it, as far as the viewer knows. */
  readonly isUsed: boolean;
  readonly opened: boolean;
  /** It goes with the file. */
  readonly row: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}) {
  const [remove, { isLoading, error, reset }] = useDeleteFileMutation();
  const submit = useSubmission();
  const [isDone, setDone] = useState(false);

  async function confirm(): Promise<void> {
    const heading = row.current && headingAround(row.current);
    const outcome = await submit({ fileId: _id }, remove);
    if (outcome.error !== undefined) return;
    setDone(true);
    onClose();
    heading?.focus();
    void showToast('success', `${name} is deleted.`);
  }

  return (
    <Dialog
      opened={opened}
      title={`Delete ${name}?`}
      pending={isLoading}
      returnFocus={!isDone}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <div className="stack">
        <p>
          {isUsed && 'The texts that have it stay, without it. '}
          This can’t be undone.
        </p>
        {error !== undefined && <Failure title="The file could not be deleted" detail={serverText(error)} />}
        <div className="wrap">
          <DestroyButton loading={isLoading} onClick={() => void confirm()}>
            Delete for good
          </DestroyButton>
          <CancelButton isFocused />
        </div>
      </div>
    </Dialog>
  );
}
