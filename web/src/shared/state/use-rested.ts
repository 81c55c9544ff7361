import { useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

let rested = false;
let isWaiting = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!rested && !isWaiting) {
    isWaiting = true;
    whenIdle(() => {
      rested = true;
      for (const each of listeners) each();
    });
  }
  return () => listeners.delete(listener);
}

/**
 * Whether the page has had a moment of rest since it opened: the frame's own calls wait for it, so
 * that the first screen has the network to itself. Unlike `useIdle`, it stays so for whatever is
 * shown later.
 */
export function useRested(): boolean {
  return useSyncExternalStore(subscribe, () => rested);
}
