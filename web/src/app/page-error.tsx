import { Loader } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { Failure } from '../design/parts/feedback/failure.tsx';
import { selectConnection } from '../shared/state/connection.slice.ts';
import { useSiteTexts } from '../shared/state/site.ts';
import type { State } from '../shared/state/store.ts';
import { ChunkLoadError, forgetReload, isServing, reloadOnce } from '../shared/navigation/chunk-errors.ts';
import classes from './session/session-guard.module.css';

/** How often to check whether the server is back if nothing else reports it. */
const lookAgainMs = 5_000;

/**
 * Shown when a page crashed or its chunk failed to load; in the latter case it recovers by itself.
 */
export function PageError() {
  const error = useRouteError();
  return error instanceof ChunkLoadError ? <PageLoading error={error} /> : <BrokenPage />;
}

function BrokenPage() {
  return (
    <div className={classes.centre}>
      <Failure
        title="This page could not be shown"
        detail={messages.unknownFailure}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </div>
  );
}

/**
 * If the server was unreachable when the chunk was requested, load the chunk again as soon as the
 * server is back. If the server is there but the chunk is not, a newer version replaced it: reload
 * the document once.
 */
function PageLoading({ error }: { readonly error: ChunkLoadError }) {
  const connection = useSelector((state: State) => selectConnection(state));
  const location = useLocation();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const { name } = useSiteTexts();
  /** The last failure handled, and the outcome. */
  const [found, setFound] = useState<{ readonly of: ChunkLoadError; readonly is: 'away' | 'broken' }>();
  const is = found?.of === error ? found.is : undefined;

  useEffect(() => {
    if (is === 'broken') return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const serving = await isServing();
      if (left) return;
      if (!serving) {
        setFound({ of: error, is: 'away' });
        timer = setTimeout(() => void look(), lookAgainMs);
      } else if (is === 'away') {
        forgetReload();
        void navigate({ pathname, search, hash }, { replace: true, state });
      } else if (!reloadOnce()) setFound({ of: error, is: 'broken' });
    };
    void look();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [connection, error, hash, is, navigate, pathname, search, state]);

  if (is === 'broken') return <BrokenPage />;
  return (
    <div className={classes.centre}>
      <div role="status" className={classes.waiting}>
        <Loader type="dots" aria-hidden />
        <p>{is === 'away' ? 'Waiting for the connection…' : 'Opening the page…'}</p>
        {is === 'away' && <p>This page opens by itself when {name} can be reached again.</p>}
      </div>
    </div>
  );
}
