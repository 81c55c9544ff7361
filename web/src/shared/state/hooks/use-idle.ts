import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Whether the browser has had a moment of rest, since this was shown and since what comes first is
 * `done`: time for what can wait.
 */
export function useIdle(done: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (done ? whenIdle(() => setIdle(true)) : undefined), [done]);
  return isIdle;
}
