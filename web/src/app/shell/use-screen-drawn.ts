import { startTransition, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectConnection } from '../../shared/state/connection.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { whenIdle } from '../../shared/state/hooks/when-idle.ts';

/** A connection that takes longer is not waited for. */
const longestWaitMs = 5_000;

/**
 * Whether the first screen is there: the page connects when it is idle, and is idle again after
 * that.
 */
export function useScreenDrawn(): boolean {
  const settled = useSelector((state: State) => selectConnection(state) !== 'connecting');
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (drawn) return;
    const draw = () => startTransition(() => setDrawn(true));
    if (settled) return whenIdle(draw);
    const timer = setTimeout(draw, longestWaitMs);
    return () => clearTimeout(timer);
  }, [drawn, settled]);
  return drawn;
}
