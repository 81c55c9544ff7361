import { Button, Skeleton } from '@mantine/core';
import type { SessionWire } from '@parlour/contracts/identity';
import { useDispatch } from 'react-redux';
import { useEffect, useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { IconDeviceLaptop, IconDeviceMobile } from '../../design/parts/icons.tsx';
import { Loading } from '../../design/parts/loading.tsx';
import { useDraftWarning } from '../../design/parts/use-draft-warning.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import { RelativeTime } from '../../design/parts/relative-time.tsx';
import { userLeft } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { deviceName, isHandheld } from './device-name.ts';
import { useGetSessionsQuery, useLogoutEverywhereMutation } from './profile.api.ts';
import classes from './profile.module.css';

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
    <section className={classes.card} aria-labelledby="sessions">
      <div className={classes.cardHead}>
        <h2 id="sessions" className={classes.cardTitle}>
          Your sessions
        </h2>
      </div>
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
      <LogOutEverywhere />
    </section>
  );
}

function SessionRow({ session }: { readonly session: SessionWire }) {
  const Icon = isHandheld(session.userAgent) ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <li className={classes.session}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.device} />
      <div className={classes.words}>
        <p className={classes.name}>
          {deviceName(session.userAgent)}
          {session.current && <span className={classes.mark}>This session</span>}
        </p>
        <p className={classes.facts}>
          <span>{session.address}</span>
          <span>
            logged in <RelativeTime at={session.createdAt} />
          </span>
          {!session.current && (
            <span>
              last used <RelativeTime at={session.lastUsedAt} />
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

function LogOutEverywhere() {
  const dispatch = useDispatch<Dispatch>();
  const [logOut, { isLoading, error }] = useLogoutEverywhereMutation();
  // Pressing it again is the same submission.
  const [submissionKey] = useState(newSubmissionKey);
  const { mayGo, dialog } = useDraftWarning();
  return (
    <div className={classes.setting}>
      {error !== undefined && <Failure title="Logging out everywhere failed" detail={serverText(error)} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={isLoading}
          onClick={async () => {
            if (!(await mayGo())) return;
            const outcome = await logOut({ submissionKey });
            if (outcome.error === undefined) dispatch(userLeft('You are logged out everywhere.'));
          }}
        >
          Log out everywhere
        </Button>
        <p className={classes.hint}>Ends all of these sessions, including this one.</p>
        {dialog}
      </div>
    </div>
  );
}
