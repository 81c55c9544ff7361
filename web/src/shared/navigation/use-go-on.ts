import { useEffect, useRef } from 'react';
import { showToast } from '../parts/toasts.ts';
import { useLeaving, usePageRouter } from './page-router.ts';

/**
 * Leads on after a call that was answered. Nobody is pulled away from where they have gone
 * meanwhile: a toast then says what was done, and leads there.
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
