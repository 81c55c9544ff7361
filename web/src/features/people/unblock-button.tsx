import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { showToast } from '../../design/parts/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useSubmission } from '../../shared/state/use-submission.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { setBlocked } from './blocked.api.ts';

/** Lifts the viewer's block of a person. */
export default function UnblockButton({ username, size }: { readonly username: string; readonly size: string }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const submit = useSubmission();
  const [pending, setPending] = useState(false);

  async function unblock(): Promise<void> {
    setPending(true);
    const { error } = await submit({ username }, async (submitted) => ({
      error: await dispatch(setBlocked(false, { ...submitted, viewer })),
    }));
    setPending(false);
    if (error === undefined) void showToast('success', `You have unblocked ${username}`);
    else void showToast('error', `Error while unblocking this person: ${serverText(error)}`);
  }

  return (
    <Button
      size={size}
      variant="default"
      loading={pending}
      aria-label={`Unblock ${username}`}
      onClick={() => void unblock()}
    >
      Unblock
    </Button>
  );
}
