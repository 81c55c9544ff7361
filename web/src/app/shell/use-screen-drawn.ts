import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectConnection } from '../../shared/state/connection.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { whenIdle } from '../../shared/state/when-idle.ts';

/**
 * Whether the first screen is there: the page connects when it is idle, and is idle again after
 * that.
 */
export function useScreenDrawn(): boolean {
  const settled = useSelector((state: State) => ['live', 'lost'].includes(selectConnection(state)));
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!settled || drawn) return;
    return whenIdle(() => {
      setDrawn(true);
    });
  }, [drawn, settled]);
  return drawn;
}
