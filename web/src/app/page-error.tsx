import { Loader } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { Failure } from '../shared/parts/failure.tsx';
import { selectConnection } from '../shared/state/connection.slice.ts';
import type { State } from '../shared/state/store-types.ts';
import { isServing, PageFileMissing, reloadOnce } from './page-file.ts';
import classes from './session-guard.module.css';

/** How often the server is looked for while nothing else tells that it is back. */
const lookAgainMs = 5_000;

/** A page that broke, or whose file did not come; the latter mends itself. */
export function PageError() {
  const error = useRouteError();
  return error instanceof PageFileMissing ? <PageOnItsWay error={error} /> : <BrokenPage />;
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
 * The server was away when the page's file was asked for: it is asked for again as soon as it is back. Where the server is there and the file is not,
 * it was replaced by a newer one: then the document is loaded anew, once.
 */
function PageOnItsWay({ error }: { readonly error: PageFileMissing }) {
  const connection = useSelector((state: State) => selectConnection(state));
  const location = useLocation();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  /** The failure that was looked at last, and what came of it. */
  const [found, setFound] = useState<{ readonly of: PageFileMissing; readonly is: 'away' | 'broken' }>();
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
      } else if (is === 'away') void navigate({ pathname, search, hash }, { replace: true, state });
      else if (!reloadOnce()) setFound({ of: error, is: 'broken' });
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
        {is === 'away' && <p>This page opens by itself when Parlour can be reached again.</p>}
      </div>
    </div>
  );
}
