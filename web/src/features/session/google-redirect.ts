import { messages } from '@parlour/contracts/messages';
import { inTab } from '../../shared/state/browser-storage.ts';
import { ownAddress, wantedIn } from '../../shared/text/safe-link.ts';

/**
 * The address that starts sign-in with Google. It leaves this page, and returns to /home, or to `/`
 * with the failure.
 */
export const googleAddress = '/auth/google';

/** The same to reauthenticate: the gateway refuses another account than the one signed in. */
export const googleAgainAddress = `${googleAddress}?again=1`;

const place = 'parlour.wanted';
/** After this time, the person has started something else. */
const rememberedMs = 10 * 60_000;

/**
 * Stores the sign-up code, or the answer of a newcomer who must be approved, in a cookie for the
 * return from Google; only that call reads it, and then clears it. On https, the prefix of its name
 * makes the browser protect it, and another port than the scheme's own is part of it, as with
 * session cookies.
 */
export function storeSignupCode(
  code: string | undefined,
  { protocol, port }: Pick<Location, 'protocol' | 'port'> = window.location,
): void {
  if (code === undefined || code === '') return;
  const [prefix, secure] = protocol === 'https:' ? ['__Secure-', '; secure'] : ['', ''];
  const attributes = `path=${googleAddress}; max-age=600; samesite=lax${secure}`;
  const name = `${prefix}parlour_signup_code${port && `_${port}`}`;
  document.cookie = `${name}=${encodeURIComponent(code)}; ${attributes}`;
}

interface Kept {
  readonly wanted: string;
  /** The id of the only user it is for; absent if it is for whoever signs in. */
  readonly of?: string | undefined;
}

/**
 * Remembers in this tab where to go after Google, because the page's state is lost on the way.
 * Without storage, that is /home.
 */
export function rememberWanted(wanted: string | undefined, of?: string): void {
  inTab((storage) => {
    if (wanted === undefined) storage.removeItem(place);
    else storage.setItem(place, [Date.now(), ...(of === undefined ? [] : [of]), wanted].join(' '));
  });
}

/**
 * Remembers the address from a redirect to the login, and whose it is. Without one, the address
 * from an earlier attempt stays.
 */
export function rememberWantedOf(state: unknown): void {
  const { wanted: address, of } = wantedIn(state);
  const wanted = ownAddress(address, window.location.origin);
  const kept = wanted === undefined ? keptWanted() : { wanted, of: typeof of === 'string' ? of : undefined };
  rememberWanted(kept?.wanted, kept?.of);
}

/** The stored address, if it is recent; `of` nobody if nobody was signed in. */
function keptWanted(): Kept | undefined {
  const kept = inTab((storage) => storage.getItem(place)) ?? '';
  const [, at, of, path] = /^(\d+) (?:([^ /]+) )?(\/.*)$/.exec(kept) ?? [];
  const age = Date.now() - Number(at);
  const wanted = age >= 0 && age < rememberedMs ? ownAddress(path, window.location.origin) : undefined;
  return wanted === undefined ? undefined : { wanted, of };
}

/**
 * The address that was wanted before going to Google, if that was recent. One person's address is
 * used neither for another person nor while it is unknown who is signed in.
 */
export function wantedBeforeGoogle(userId?: string): string | undefined {
  const kept = keptWanted();
  return kept?.of === undefined || kept.of === userId ? kept?.wanted : undefined;
}

/**
 * Google returns everyone to /home; redirects to the wanted page instead. Call this before the page
 * is routed.
 */
export function openWantedAfterGoogle(): void {
  const kept = window.location.pathname === '/home' ? keptWanted() : undefined;
  if (!kept) return;
  // The guard of `/` compares the owner once the session is known, and forgets the address.
  if (kept.of === undefined) rememberWanted(undefined);
  window.history.replaceState(null, '', kept.of === undefined ? kept.wanted : '/');
}

/**
 * The message for a failed sign-in with Google: `failed` there, any other code here. The return
 * address contains the code, and at a limit how many seconds to wait.
 */
export function googleFailure(search: string): string | undefined {
  const given = new URLSearchParams(search);
  const outcome = given.get('google');
  if (outcome === null || outcome === '') return undefined;
  if (outcome === 'suspended') return messages.accountSuspended;
  if (outcome === 'code') return messages.signupCodeWrong;
  if (outcome === 'closed') return messages.signupClosed;
  const seconds = Number(given.get('wait'));
  if (outcome === 'limit' && seconds > 0) return messages.tooManyRequests(seconds);
  return outcome === 'failed' ? messages.googleLoginFailed : messages.googleLoginError;
}
