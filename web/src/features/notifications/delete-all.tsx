import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { moveFocusToHeading } from '../../design/parts/page/move-focus.ts';
import { showToast, showUndo } from '../../design/parts/feedback/toasts.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { deletionsApi } from './deletions.api.ts';
import { noteUnread } from './notifications.api.ts';

/** Deletes all notifications, with Undo in a toast. Source: decisions U-15. */
export function DeleteAll() {
  const dispatch = useDispatch<Dispatch>();
  const [isPending, setIsPending] = useState(false);
  const { deleteAllNotifications, restoreNotifications } = deletionsApi.endpoints;

  async function restore(): Promise<void> {
    const { data, error } = await dispatch(restoreNotifications.initiate({ submissionKey: newSubmissionKey() }));
    if (data) dispatch(noteUnread(data.unread));
    else void showToast('error', serverText(error) ?? 'Notifications could not be restored.');
  }

  async function remove(button: HTMLElement): Promise<void> {
    setIsPending(true);
    const { data, error } = await dispatch(deleteAllNotifications.initiate({ submissionKey: newSubmissionKey() }));
    setIsPending(false);
    if (!data) {
      void showToast('error', serverText(error) ?? 'Notifications could not be deleted.');
      return;
    }
    moveFocusToHeading(button);
    dispatch(noteUnread(data.unread));
    void showUndo('All notifications deleted.', () => void restore());
  }

  return (
    <Button size="xs" variant="default" loading={isPending} onClick={({ currentTarget }) => void remove(currentTarget)}>
      Delete all
    </Button>
  );
}
