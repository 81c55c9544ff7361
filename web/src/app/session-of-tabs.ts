import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { sessionApi } from '../features/session/session.api.ts';
import { selectSession, selectUserId } from '../shared/state/session.slice.ts';
import type { Dispatch, State } from '../shared/state/store-types.ts';

const place = 'parlour.session';

/** Storage may be closed to this page; then tabs do not know of each other until a call tells them. */
function quietly<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(window.localStorage);
  } catch {
    return undefined;
  }
}

/**
 * Tabs share their cookies, so a login, or its end, in one of them is everybody's. Whoever is here is written where the other tabs see
 * it; a tab that finds somebody else there asks the server who it is. It looks again when it is shown: a tab that slept heard nothing.
 */
export function SessionOfTabs(): null {
  const dispatch = useDispatch<Dispatch>();
  const status = useSelector((state: State) => selectSession(state).status);
  const own = useSelector((state: State) => selectUserId(state)) ?? '';

  useEffect(() => {
    if (status !== 'restoring') quietly((storage) => storage.setItem(place, own));
  }, [own, status]);

  useEffect(() => {
    if (status === 'restoring') return;
    const compare = () => {
      if (document.hidden) return;
      const known = quietly((storage) => storage.getItem(place)) ?? '';
      if (known === own) return;
      void dispatch(sessionApi.endpoints.restoreSession.initiate(undefined, { forceRefetch: true, subscribe: false }));
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === place || event.key === null) compare();
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
