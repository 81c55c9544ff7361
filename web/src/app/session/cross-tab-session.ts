import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { sessionApi } from '../../features/session/session.api.ts';
import { isOfSession, knownSession, rememberSession } from '../../shared/state/known-session.ts';
import { selectSession, selectUserId, selectUsername } from '../../shared/state/session.slice.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';

/**
 * Tabs share cookies, so signing in or out in one of them applies to all. The current user is
 * written to storage; a tab that finds someone else there asks the server who is signed in. It also
 * checks when it becomes visible, because a suspended tab gets no storage events. Without storage,
 * it finds out by its next call.
 */
export function CrossTabSession(): null {
  const dispatch = useDispatch<Dispatch>();
  const session = useSelector((state: State) => selectSession(state));
  const { status } = session;
  const left = session.status === 'signedOut' && session.left;
  const own = useSelector(selectUserId) ?? '';
  const name = useSelector(selectUsername) ?? '';

  useEffect(() => {
    if (status !== 'restoring') rememberSession(own, name, left);
  }, [left, name, own, status]);

  useEffect(() => {
    if (status === 'restoring') return;
    const compare = () => {
      if (document.hidden) return;
      if (knownSession() === own) return;
      void dispatch(sessionApi.endpoints.restoreSession.initiate(undefined, { forceRefetch: true, subscribe: false }));
    };
    const onStorage = (event: StorageEvent) => {
      if (isOfSession(event)) compare();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', compare);
    document.addEventListener('visibilitychange', compare);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', compare);
      document.removeEventListener('visibilitychange', compare);
    };
  }, [dispatch, own, status]);

  return null;
}
