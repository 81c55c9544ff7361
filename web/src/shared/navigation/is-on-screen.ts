import { canonicalName } from '@parlour/contracts/text/checks';

/** Pages whose content is shown beside the present one, such as below the bell. */
const beside = new Set<string>();

/** Notes that a page's content is shown beside the present one, until the result is called. */
export function showBeside(address: string): () => void {
  beside.add(address);
  return () => void beside.delete(address);
}

/** Whether what is at this address is on screen, so that a change is visible there. */
export function isOnScreen(address: string): boolean {
  const [path = '', query = ''] = address.split('?');
  const isThere = comparable(location.pathname) === comparable(path) && chatIn(location.search) === chatIn(query);
  return document.visibilityState === 'visible' && (isThere || beside.has(address));
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
