import { useEffect, useRef } from 'react';
import { showToast } from '../../design/parts/toasts.ts';
import { useLeaving, usePageRouter } from './page-router.ts';

/**
 * Navigates after a successful call, unless the person has gone elsewhere meanwhile: then a toast
 * reports the result and links to it.
 */
export function useNavigateWhenDone(): (to: string, done: string, state?: unknown) => void {
  const router = usePageRouter();
  const isLeaving = useLeaving();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return (to, done, state) => {
    const go = () => {
      // The page that one is on is not a step to go back to.
      const replace = router.state.location.pathname === to;
      void router.navigate(to, { state, replace });
    };
    if (shown.current && !isLeaving('address')) go();
    else void showToast('success', done, go);
  };
}
