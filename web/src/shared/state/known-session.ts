import { inBrowser } from './browser-storage.ts';

const place = 'parlour.session';

/** The id of who is signed in, as any tab knew last; '' for nobody. */
export function knownSession(): string {
  return inBrowser((storage) => storage.getItem(place)) ?? '';
}

export function rememberSession(userId: string): void {
  inBrowser((storage) => storage.setItem(place, userId));
}

/** Whether a storage event is about the session; a cleared storage has no key. */
export function isOfSession({ key }: StorageEvent): boolean {
  return key === place || key === null;
}
