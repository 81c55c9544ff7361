import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { createBrowserRouter } from 'react-router';
import { showFonts, tryFonts } from '../design/fonts.ts';
import { selectSession } from '../shared/state/session.slice.ts';
import type { State } from '../shared/state/store.ts';
import { whenShown } from './when-shown.ts';

/** Whether everything is there that was asked for. */
function isSettled(state: State): boolean {
  const { queries } = state.api;
  return (
    selectSession(state).status !== 'restoring' &&
    Object.values(queries).every((of) => of?.status !== QueryStatus.pending)
  );
}

/**
 * Shows our fonts after the first screen, which needs the network more, or with the next one if
 * they would move what is being read. The document's own script shows them at once if the page's
 * worker has them.
 */
export function LateFonts({ router }: { readonly router: ReturnType<typeof createBrowserRouter> }) {
  const isOpen = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => router.state.initialized,
  );
  const settled = useSelector(isSettled);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isOpen || !settled || waiting) return;
    return whenShown(() => {
      tryFonts().then(
        (outcome) => setWaiting(outcome !== 'shown'),
        // The text is there without them.
        () => undefined,
      );
    });
  }, [isOpen, settled, waiting]);
  useEffect(() => {
    if (!waiting) return;
    const { key } = router.state.location;
    return router.subscribe(({ location }) => {
      if (location.key !== key) showFonts();
    });
  }, [router, waiting]);
  return null;
}
