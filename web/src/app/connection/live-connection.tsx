import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../../shared/api.ts';
import { forgetPositions } from '../../shared/http/client.ts';
import { reloadIfNewer } from '../../shared/navigation/chunk-errors.ts';
import { blockedKnown } from '../../shared/state/blocked.slice.ts';
import { blockEnded } from '../../shared/state/blocking.slice.ts';
import { connectionClosed, connectionLost, connectionStarted } from '../../shared/state/connection.slice.ts';
import { reportEnded } from '../../shared/state/reporting.slice.ts';
import { selectSession, selectUserId } from '../../shared/state/session.slice.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';
import { whenShown } from '../when-shown.ts';

/**
 * Delay before loading live-socket.ts again if that failed. It is a chunk of its own because the
 * login page doesn't need it.
 */
const retryMs = 5_000;

/** Connects while someone is signed in, and clears the cache when nobody is any more. */
export function LiveConnection({ open: openPage }: { readonly open: (path: string) => void }) {
  const dispatch = useDispatch<Dispatch>();
  const who = useSelector((state: State) => selectUserId(state) ?? selectSession(state).status);
  const last = useRef<string>(undefined);

  useEffect(() => {
    if (who === 'restoring') return;
    const before = last.current;
    last.current = who;
    // Also when another person takes over in another tab: the cache holds what the previous one may
    // see.
    const replaced = before !== undefined && before !== 'signedOut' && before !== who;
    if (who === 'signedOut' || replaced) {
      forgetPositions();
      dispatch(api.util.resetApiState());
      dispatch(blockedKnown([]));
      dispatch(reportEnded());
      dispatch(blockEnded());
    }
    if (who === 'signedOut') return;
    let stop: (() => void) | undefined;
    let left = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    dispatch(connectionStarted());
    const open = async () => {
      const live = await import('./live-socket.ts').catch(() => undefined);
      // The component may have unmounted while that was loading.
      if (left) return;
      if (live) stop = live.connect(dispatch, openPage);
      else {
        dispatch(connectionLost());
        // If the server is there, it has other files now, or the browser remembers the failure.
        if (await reloadIfNewer()) return;
        if (!left) retry = setTimeout(() => void open(), retryMs);
      }
    };
    const cancel = whenShown(() => void open());
    return () => {
      left = true;
      cancel();
      clearTimeout(retry);
      stop?.();
      dispatch(connectionClosed());
    };
  }, [dispatch, openPage, who]);

  return null;
}
