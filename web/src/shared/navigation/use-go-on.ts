import { useEffect, useRef } from 'react';
import { showToast } from '../parts/toasts.ts';
import { useLeaving, usePageRouter } from './page-router.ts';

/**
 * Navigates after a successful call, unless the person has gone elsewhere meanwhile: then a toast
 * reports the result and links to it.
 */
export function useGoOn(): (to: string, done: string, state?: unknown) => void {
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
    const go = () => void router.navigate(to, { state });
    if (shown.current && !isLeaving('address')) go();
    else void showToast('success', done, go);
  };
}
