import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { setBlocked } from './blocked.api.ts';

/** Lifts the viewer's block of a person. */
export default function UnblockButton({
  username,
  size,
  then,
}: {
  readonly username: string;
  readonly size: string;
  /** Finds what gets the focus afterwards, because the button disappears. */
  readonly then: (button: HTMLElement) => HTMLElement | null;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const submit = useSubmission();
  const [pending, setPending] = useState(false);

  async function unblock(button: HTMLElement): Promise<void> {
    const after = then(button);
    setPending(true);
    const { error } = await submit({ username }, async (submitted) => ({
      error: await dispatch(setBlocked(false, { ...submitted, viewer })),
    }));
    // A disabled button takes no focus.
    flushSync(() => setPending(false));
    moveFocus(button, error === undefined ? after : button);
    if (error === undefined) void showToast('success', `You have unblocked ${username}`);
    else void showToast('error', `Error while unblocking this person: ${serverText(error)}`);
  }

  return (
    <Button
      size={size}
      variant="default"
      loading={pending}
      aria-label={`Unblock ${username}`}
      onClick={({ currentTarget }) => void unblock(currentTarget)}
    >
      Unblock
    </Button>
  );
}
