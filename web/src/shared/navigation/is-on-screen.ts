import { canonicalName } from '@parlour/contracts/checks';

/** Whether this address is on screen, so that a change is visible there. */
export function isOnScreen(address: string): boolean {
  const [path = '', query = ''] = address.split('?');
  const isThere = comparable(location.pathname) === comparable(path) && chatIn(location.search) === chatIn(query);
  return document.visibilityState === 'visible' && isThere;
}

/** All chats have one page. */
function chatIn(query: string): string | null {
  return new URLSearchParams(query).get('chat');
}

/** Names and ids are case-insensitive, and may be escaped or not. */
function comparable(address: string): string {
  try {
    return canonicalName(decodeURIComponent(address));
  } catch {
    return address;
  }
}
