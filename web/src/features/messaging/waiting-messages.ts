import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectConnection } from '../../shared/state/connection.slice.ts';
import type { Dispatch, State } from '../../shared/state/store-types.ts';
import { sendWaiting, waitingPlaces } from './sending.ts';

/** How often the connection is tried while something waits for it and nothing tells that it is back. */
const tryAgainMs = 5_000;

/** Sends the messages that wait for the connection as soon as it is back, whatever page is open by then. */
export function WaitingMessages(): null {
  const dispatch = useDispatch<Dispatch>();
  const connection = useSelector((state: State) => selectConnection(state));
  const waiting = useSelector((state: State) => waitingPlaces(state).length > 0);

  useEffect(() => {
    if (connection === 'live') dispatch(sendWaiting());
  }, [connection, dispatch]);

  useEffect(() => {
    if (!waiting) return;
    const send = () => {
      if (navigator.onLine) dispatch(sendWaiting());
    };
    // Neither must be told: a short break is none for the socket, and a browser knows only its own cable.
    window.addEventListener('online', send);
    const timer = setInterval(send, tryAgainMs);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(timer);
    };
  }, [dispatch, waiting]);

  return null;
}
