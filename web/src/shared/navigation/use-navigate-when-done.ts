import { showToast } from '../../design/parts/feedback/toasts.ts';
import { useMounted } from '../state/hooks/use-mounted.ts';
import { useLeaving, usePageRouter } from './page-router.ts';

/** Where a person goes on after a successful call, and how it is reported. */
interface Way {
  /** The state of the navigation. */
  readonly state?: unknown;
  /** The address of what was made, if it is not where the person goes on. */
  readonly made?: string;
  /** Whether a toast reports the result to whoever goes on, too: it does not show there. */
  readonly isReported?: boolean;
}

/**
 * Navigates after a successful call, unless the person has gone elsewhere meanwhile: then a toast
 * reports the result and links to it. With `made`, a toast links to that in both cases. Returns
 * whether it navigates.
 */
export function useNavigateWhenDone(): (to: string, done: string, way?: Way) => boolean {
  const router = usePageRouter();
  const isLeaving = useLeaving();
  const mounted = useMounted();
  return (to, done, { state, made, isReported = false } = {}) => {
    const go = (address: string) => {
      // The page that one is on is not a step to go back to.
      const replace = router.state.location.pathname === address;
      void router.navigate(address, { state, replace });
    };
    const isWaiting = mounted.current && !isLeaving('address');
    if (isWaiting) go(to);
    const address = made ?? (isWaiting ? undefined : to);
    if (address !== undefined || isReported)
      void showToast('success', done, address === undefined ? undefined : { address, open: go });
    return isWaiting;
  };
}
