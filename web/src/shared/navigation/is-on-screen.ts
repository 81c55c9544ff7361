import { canonicalName } from '@parlour/contracts/checks';

/** Whether this address is on screen, so that a change is visible there. */
export function isOnScreen(address: string): boolean {
  return document.visibilityState === 'visible' && comparable(location.pathname) === comparable(address);
}

/** Names and ids are case-insensitive, and may be escaped or not. */
function comparable(address: string): string {
  try {
    return canonicalName(decodeURIComponent(address));
  } catch {
    return address;
  }
}
