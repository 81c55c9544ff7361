import { inBrowser } from './browser-storage.ts';

const place = 'parlour.session';
const namePlace = 'parlour.name';

/** The id of who is signed in, as any tab knew last; '' for nobody. */
export function knownSession(): string {
  return inBrowser((storage) => storage.getItem(place)) ?? '';
}

/** Their name, as this browser knew it last; '' for nobody. */
export function knownName(): string {
  return inBrowser((storage) => storage.getItem(namePlace)) ?? '';
}

/** Who is signed in now; blank for nobody. */
export function rememberSession(userId: string, username: string): void {
  inBrowser((storage) => {
    storage.setItem(place, userId);
    storage.setItem(namePlace, username);
  });
}

/** Whether a storage event is about the session; a cleared storage has no key. */
export function isOfSession({ key }: StorageEvent): boolean {
  return key === place || key === null;
}
