import type { Call } from './call.ts';

declare global {
  interface Window {
    /** The calls that the document made before the page's script was there, by address. */
    earlyCalls?: Map<string, Promise<Response>>;
    /** Where no session is known: whether one may be there, as somebody has signed in before. */
    signedInBefore?: Promise<boolean>;
  }
}

/** The address of a call. A blank value is left out, as it means none. */
export function addressOf({ path, query = {} }: Call): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** The header of every call. */
export const acceptsJson = { Accept: 'application/json' } as const;

/**
 * Makes a read for the page's script to take, unless it is made already. The gateway begins its
 * trace: making one here would take too many of the document's bytes.
 */
export function callEarly(call: Call): Promise<Response> {
  const address = addressOf(call);
  const calls = (window.earlyCalls ??= new Map());
  const made = calls.get(address);
  if (made) return made;
  const answer = fetch(address, { headers: acceptsJson, credentials: 'same-origin' });
  calls.set(address, answer);
  // The page's own script repeats what failed.
  answer.catch(() => calls.delete(address));
  return answer;
}

/** The answer to an early read, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = window.earlyCalls?.get(address);
  window.earlyCalls?.delete(address);
  return answer;
}

/**
 * Forgets all early reads but `kept`: those that were refused, and any once the page is live, as
 * events no longer repair what was read before.
 */
export function forgetEarly(kept?: Call): void {
  for (const [address, answer] of window.earlyCalls ?? []) {
    if (kept && address === addressOf(kept)) continue;
    window.earlyCalls?.delete(address);
    // An answer that nobody reads holds its connection.
    answer.then(({ body }) => body?.cancel()).catch(() => undefined);
  }
}
