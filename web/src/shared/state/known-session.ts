import { inBrowser } from './browser-storage.ts';

const place = 'parlour.session';
const namePlace = 'parlour.name';
const leftPlace = 'parlour.left';

/** The id of who is signed in, as any tab knew last; '' for nobody. */
export function knownSession(): string {
  return inBrowser((storage) => storage.getItem(place)) ?? '';
}

/** Their name, as this browser knew it last; '' for nobody. */
export function knownName(): string {
  return inBrowser((storage) => storage.getItem(namePlace)) ?? '';
}

/** Whether the last person here signed out themselves, in any tab. */
export function hasLeft(): boolean {
  return inBrowser((storage) => storage.getItem(leftPlace)) === 'true';
}

/** Who is signed in now; blank for nobody, with whether they signed out themselves. */
export function rememberSession(userId: string, username: string, left = false): void {
  inBrowser((storage) => {
    // First: other tabs look when the session changes. One whose session has ended does not know
    // why, and leaves this as it is.
    if (left) storage.setItem(leftPlace, 'true');
    else if (userId !== '') storage.removeItem(leftPlace);
    storage.setItem(place, userId);
    storage.setItem(namePlace, username);
  });
}

/** Whether a storage event is about the session; a cleared storage has no key. */
export function isOfSession({ key }: StorageEvent): boolean {
  return key === place || key === null;
}
