import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { digits } from '../../shared/text/count.ts';
import { noteUnread, useGetUnreadNotificationsQuery } from './notifications.api.ts';
import { noteRead, readingApi } from './reading.api.ts';
import classes from './notification-list.module.css';

function readOf(unread: number): string {
  return unread === 0 ? 'All read' : `${digits(unread)} unread`;
}

/**
 * The unread count and the button to mark as read: only those shown, not any that arrive meanwhile.
 */
export function Reading({ newest, children }: { readonly newest: string | undefined; readonly children?: ReactNode }) {
  const { data } = useGetUnreadNotificationsQuery(undefined);
  const dispatch = useDispatch<Dispatch>();
  const [state, setState] = useState<{ readonly pending: boolean; readonly error?: unknown }>({ pending: false });
  const unread = data?.unread;

  async function markRead(button: HTMLElement, upTo: string): Promise<void> {
    setState({ pending: true });
    const { markNotificationsRead: call } = readingApi.endpoints;
    const answer = await dispatch(call.initiate({ upTo, submissionKey: newSubmissionKey() }));
    setState({ pending: false, error: answer.error });
    if (!answer.data) return;
    dispatch(noteRead(upTo));
    if (answer.data.unread === 0) {
      moveFocus(button, button.closest('[role=dialog]')?.querySelector('h2') ?? document.querySelector('h1'));
    }
    dispatch(noteUnread(answer.data.unread));
  }

  return (
    <>
      <div className={classes.reading}>
        <span role="status">{unread !== undefined && readOf(unread)}</span>
        {unread !== 0 && newest !== undefined && (
          <Button
            size="xs"
            variant="default"
            loading={state.pending}
            onClick={({ currentTarget }) => void markRead(currentTarget, newest)}
          >
            Mark all as read
          </Button>
        )}
        {children}
      </div>
      {state.error !== undefined && (
        <div className={classes.notice}>
          <Failure title="Notifications could not be marked as read" detail={serverText(state.error)} />
        </div>
      )}
    </>
  );
}
