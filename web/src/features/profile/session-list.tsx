import { Button, Skeleton } from '@mantine/core';
import type { SessionWire } from '@parlour/contracts/identity/identity';
import { useDispatch } from 'react-redux';
import { useEffect, useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { IconDeviceLaptop, IconDeviceMobile } from '../../design/parts/look/icons.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { headingAround, moveFocus } from '../../design/parts/page/move-focus.ts';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { useDraftWarning } from '../../design/parts/draft/use-draft-warning.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { userLeft } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { deviceName, isHandheld } from './device-name.ts';
import { useEndSessionMutation, useGetSessionsQuery, useLogoutEverywhereMutation } from './profile.api.ts';
import classes from './profile.module.css';
import { SettingsCard } from './settings-card.tsx';

/** The viewer's sessions, and the button to end all of them. */
export function SessionList() {
  const { data, error, refetch } = useGetSessionsQuery(undefined, everyVisit);
  // No live event says that a session has begun or ended elsewhere.
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      document.removeEventListener('visibilitychange', readAgain);
    };
  }, [refetch]);
  return (
    <SettingsCard title="Your sessions">
      {data ? (
        <ul className={classes.sessions} aria-label="Your sessions">
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      ) : error !== undefined ? (
        <Failure title="Your sessions could not be loaded" detail={serverText(error)} onRetry={() => refetch()} />
      ) : (
        <Loading label="Loading your sessions">
          <Skeleton height={14} width="55%" />
          <Skeleton height={12} width="35%" mt={10} />
        </Loading>
      )}
      <SignOutEverywhere />
    </SettingsCard>
  );
}

function SessionRow({ session }: { readonly session: SessionWire }) {
  const Icon = isHandheld(session.userAgent) ? IconDeviceMobile : IconDeviceLaptop;
  const name = deviceName(session.userAgent);
  return (
    <li className={classes.session}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.device} />
      <div className={classes.words}>
        <p className={classes.name}>
          {name}
          {session.current && <span className={classes.mark}>This session</span>}
        </p>
        <p className={classes.facts}>
          <span>{session.address}</span>
          <span>
            signed in <RelativeTime at={session.createdAt} />
          </span>
          {!session.current && (
            <span>
              last used <RelativeTime at={session.lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      {!session.current && <EndSession sessionId={session._id} label={`End ${name}, ${session.address}`} />}
    </li>
  );
}

/** Ends a session of another browser. */
function EndSession({ sessionId, label }: { readonly sessionId: string; readonly label: string }) {
  const [end, { isLoading }] = useEndSessionMutation();
  const submit = useSubmission();
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={label}
      loading={isLoading}
      onClick={async ({ currentTarget }) => {
        const heading = headingAround(currentTarget);
        const { error } = await submit({ sessionId }, end);
        if (error !== undefined) {
          void showToast('error', `Error while ending the session: ${serverText(error)}`);
          return;
        }
        // Its row goes with the list that is read now.
        moveFocus(currentTarget, heading);
        void showToast('success', 'The session has ended.');
      }}
    >
      End
    </Button>
  );
}

function SignOutEverywhere() {
  const dispatch = useDispatch<Dispatch>();
  const [signOut, { isLoading, error }] = useLogoutEverywhereMutation();
  // Pressing it again is the same submission.
  const [submissionKey] = useState(newSubmissionKey);
  const { mayGo, dialog } = useDraftWarning();
  return (
    <div className={classes.setting}>
      {error !== undefined && <Failure title="Signing out everywhere failed" detail={serverText(error)} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={isLoading}
          onClick={async () => {
            if (!(await mayGo())) return;
            const outcome = await signOut({ submissionKey });
            if (outcome.error === undefined) dispatch(userLeft('You are signed out everywhere.'));
          }}
        >
          Sign out everywhere
        </Button>
        <p className="hint">Ends all of these sessions, including this one.</p>
        {dialog}
      </div>
    </div>
  );
}
