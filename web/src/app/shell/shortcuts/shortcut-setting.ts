import { useSyncExternalStore } from 'react';
import { inBrowser } from '../../../shared/state/browser-storage.ts';

// Kept in the browser, not with the account: it depends on the keyboard and on who speaks to it.
const place = 'parlour.shortcuts';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts. */
export function shortcutsOn(): boolean {
  return inBrowser((storage) => storage.getItem(place)) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  inBrowser((storage) => {
    if (on) storage.removeItem(place);
    else storage.setItem(place, 'off');
  });
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shortcutsOn);
}
