import { Loader } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { googleFailure, rememberWanted, wantedBeforeGoogle } from '../features/session/google-way.ts';
import { useRestoreSessionQuery } from '../features/session/session.api.ts';
import { asCallFailure } from '../shared/http/call-failure.ts';
import { Failure } from '../shared/parts/failure.tsx';
import { showToast } from '../shared/parts/toasts.ts';
import { selectConnection } from '../shared/state/connection.slice.ts';
import { selectSession } from '../shared/state/session.slice.ts';
import type { State } from '../shared/state/store-types.ts';
import { ownAddress, wantedOf, type Wanted } from '../shared/text/safe-link.ts';
import classes from './session-guard.module.css';

/** Marks routes of unknown addresses: the login doesn't lead back there. */
export const nowhere = Symbol('nowhere');

/**
 * Asks the server once who is signed in, and renders nothing until then, so that neither side
 * flashes up.
 */
export function RestoredSession() {
  const { status } = useSelector((state: State) => selectSession(state));
  const { error, refetch } = useRestoreSessionQuery(undefined, { skip: status !== 'restoring' });
  if (status !== 'restoring') return <Outlet />;
  const failure = asCallFailure(error);
  if (!failure) return <Waiting text="Opening Parlour…" />;
  return (
    <Centre>
      <Failure title="Parlour cannot be reached" detail={failure.text} onRetry={() => refetch()} />
    </Centre>
  );
}

/**
 * All pages but login and signup: they need a session and a live connection, or redirect to `/`
 * (decisions S-1).
 */
export function SignedInOnly() {
  const session = useSelector((state: State) => selectSession(state));
  const connection = useSelector((state: State) => selectConnection(state));
  const location = useLocation();
  const exists = useMatches().every(({ handle }) => handle !== nowhere);
  if (session.status !== 'signedIn') {
    const wanted = location.pathname + location.search + location.hash;
    const ended = session.status === 'signedOut' ? session : undefined;
    const state = ended?.left === true || !exists ? null : ({ wanted, of: ended?.of } satisfies Wanted);
    return <Navigate to="/" replace state={state} />;
  }
  if (connection === 'closed' || connection === 'connecting') return <Waiting text="Opening Parlour…" />;
  // Someone else signed in, in another tab: nothing of the previous person may stay on the page.
  return <Outlet key={session.user._id} />;
}

/** Login and signup. People who are already signed in are sent on to the page they wanted. */
export function SignedOutOnly() {
  const session = useSelector((state: State) => selectSession(state));
  const location = useLocation();
  const known = session.status === 'signedIn';
  const failure = googleFailure(location.search);
  useEffect(() => {
    // A failed reauthentication with Google ends here while still signed in. The login page won't
    // be shown, so the next page reports it.
    if (known && failure !== undefined) void showToast('error', failure);
  }, [failure, known]);
  useEffect(() => {
    if (known) rememberWanted(undefined);
  }, [known]);
  if (known) {
    const wanted = wantedOf(location.state, session.user._id) ?? wantedBeforeGoogle();
    return <Navigate to={ownAddress(wanted, window.location.origin) ?? '/home'} replace />;
  }
  return <Outlet />;
}

function Centre({ children }: { readonly children: ReactNode }) {
  return <main className={classes.centre}>{children}</main>;
}

/**
 * A loading state that explains itself after some seconds, because a blank page would look broken.
 */
export function Waiting({ text }: { readonly text: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, 6_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <Centre>
      <div role="status" className={classes.waiting}>
        <Loader type="dots" aria-hidden />
        <p>{text}</p>
        {long && <p>This is taking longer than usual. Parlour keeps trying.</p>}
      </div>
    </Centre>
  );
}
