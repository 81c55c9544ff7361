import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../shared/api.ts';
import { forgetPositions } from '../shared/http/client.ts';
import { connectionClosed, connectionStarted } from '../shared/state/connection.slice.ts';
import { selectSession, selectUserId } from '../shared/state/session.slice.ts';
import type { Dispatch, State } from '../shared/state/store-types.ts';

/**
 * How soon to load keep-live.ts again when that failed. It is a chunk of its own: the login needs
 * none of it.
 */
const retryMs = 5_000;

/** Opens the socket while somebody is signed in, and forgets everything that was read when nobody is any more. */
export function LiveConnection({ open: openPage }: { readonly open: (path: string) => void }) {
  const dispatch = useDispatch<Dispatch>();
  const who = useSelector((state: State) => selectUserId(state) ?? selectSession(state).status);
  const last = useRef<string>(undefined);

  useEffect(() => {
    if (who === 'restoring') return;
    const before = last.current;
    last.current = who;
    // Also when somebody else takes over, in another tab of this browser: what was read is what his predecessor may see.
    const replaced = before !== undefined && before !== 'signedOut' && before !== who;
    if (who === 'signedOut' || replaced) {
      forgetPositions();
      dispatch(api.util.resetApiState());
    }
    if (who === 'signedOut') return;
    let stop: (() => void) | undefined;
    let left = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    dispatch(connectionStarted());
    const open = async () => {
      const live = await import('./keep-live.ts').catch(() => undefined);
      // The page may have been left while that was loading.
      if (left) return;
      if (live) stop = live.connect(dispatch, openPage);
      else retry = setTimeout(() => void open(), retryMs);
    };
    void open();
    return () => {
      left = true;
      clearTimeout(retry);
      stop?.();
      dispatch(connectionClosed());
    };
  }, [dispatch, openPage, who]);

  return null;
}
