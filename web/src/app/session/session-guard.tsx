import { Loader } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { googleFailure, rememberWanted, wantedBeforeGoogle } from '../../features/session/google-redirect.ts';
import { sessionApi } from '../../features/session/session.api.ts';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { knownSession } from '../../shared/state/known-session.ts';
import { selectSession } from '../../shared/state/session.slice.ts';
import { useSiteTexts } from '../../shared/state/site.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';
import { useArrival } from '../../shared/state/hooks/use-arrival.ts';
import { ownAddress, wantedOf, type Wanted } from '../../shared/text/safe-link.ts';
import { StaticShell } from '../shell/frame/static-shell.tsx';
import classes from './session-guard.module.css';

/** Marks routes of unknown addresses: the login doesn't lead back there. */
export const nowhere = Symbol('nowhere');

const { restoreSession } = sessionApi.endpoints;

/**
 * Renders nothing until it is known who is signed in, so that neither side flashes up. The page
 * asked before it was drawn (app.tsx): here it might ask again, if the answer is there by then.
 */
export function RestoredSession() {
  const { status } = useSelector((state: State) => selectSession(state));
  const dispatch = useDispatch<Dispatch>();
  const { error } = restoreSession.useQueryState();
  const { name } = useSiteTexts();
  const known = useArrival(status === 'restoring' ? undefined : status);
  if (known !== undefined) return <Outlet />;
  const failure = asCallFailure(error);
  if (!failure) return <Opening />;
  return (
    <Centre>
      <Failure
        title={`${name} cannot be reached`}
        detail={failure.text}
        onRetry={() => dispatch(restoreSession.initiate(undefined, { forceRefetch: true, subscribe: false }))}
      />
    </Centre>
  );
}

/**
 * All pages but login and signup: they need a session, or redirect to `/`. A refused socket ends
 * the session (decisions S-1).
 */
export function SignedInOnly() {
  const session = useSelector((state: State) => selectSession(state));
  const location = useLocation();
  const exists = useMatches().every(({ handle }) => handle !== nowhere);
  if (session.status !== 'signedIn') {
    const wanted = location.pathname + location.search + location.hash;
    const ended = session.status === 'signedOut' ? session : undefined;
    const state = ended?.left === true || !exists ? null : ({ wanted, of: ended?.of } satisfies Wanted);
    return <Navigate to="/" replace state={state} />;
  }
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
    const wanted = wantedOf(location.state, session.user._id) ?? wantedBeforeGoogle(session.user._id);
    return <Navigate to={ownAddress(wanted, window.location.origin) ?? '/home'} replace />;
  }
  return <Outlet />;
}

function Centre({ children }: { readonly children: ReactNode }) {
  return <main className={classes.centre}>{children}</main>;
}

/** Until the session is known: the frame for someone who was signed in, or else nothing of it. */
export function Opening() {
  const isLong = useLongWait();
  if (knownSession() === '') return <Waiting />;
  return (
    <>
      <StaticShell />
      {isLong && (
        <p role="status" className={classes.slow}>
          {slow}
        </p>
      )}
    </>
  );
}

const slow = 'This is taking longer than usual, but the page keeps trying.';

/** Whether something has been awaited for so long that it must be explained. */
function useLongWait(): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsLong(true);
    }, 6_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isLong;
}

/**
 * A loading state that explains itself after some seconds, because a blank page would look broken.
 */
export function Waiting() {
  const isLong = useLongWait();
  const { name } = useSiteTexts();
  return (
    <Centre>
      <div role="status" className={classes.waiting}>
        <Loader type="dots" aria-hidden />
        <p>Opening {name}…</p>
        {isLong && <p>{slow}</p>}
      </div>
    </Centre>
  );
}
