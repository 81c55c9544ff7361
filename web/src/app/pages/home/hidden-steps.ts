import { inBrowser } from '../../../shared/state/browser-storage.ts';

/** Whether somebody has hidden these steps in this browser. */
export function areHidden(place: string): boolean {
  return inBrowser((storage) => storage.getItem(place) !== null) === true;
}
