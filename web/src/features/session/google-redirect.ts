import { messages } from '@parlour/contracts/messages';
import { inTab } from '../../shared/state/browser-storage.ts';
import { ownAddress } from '../../shared/text/safe-link.ts';

/**
 * The address that starts sign-in with Google. It leaves this page, and returns to /home, or to `/`
 * with the failure.
 */
export const googleAddress = '/auth/google';

const place = 'parlour.wanted';
/** After this time, the person has started something else. */
const rememberedMs = 10 * 60_000;

/**
 * Stores the sign-up code in a cookie for the return from Google; only that call reads it, and then
 * clears it. On https, the prefix of its name makes the browser protect it, as with session
 * cookies.
 */
export function storeSignupCode(
  code: string | undefined,
  { protocol }: Pick<Location, 'protocol'> = window.location,
): void {
  if (code === undefined || code === '') return;
  const [prefix, secure] = protocol === 'https:' ? ['__Secure-', '; secure'] : ['', ''];
  const attributes = `path=${googleAddress}; max-age=600; samesite=lax${secure}`;
  document.cookie = `${prefix}parlour_signup_code=${encodeURIComponent(code)}; ${attributes}`;
}

/**
 * Remembers in this tab where to go after Google, because the page's state is lost on the way.
 * Without storage, that is /home.
 */
export function rememberWanted(wanted: string | undefined): void {
  inTab((storage) => {
    if (wanted === undefined) storage.removeItem(place);
    else storage.setItem(place, `${Date.now()} ${wanted}`);
  });
}

/** The address that was wanted before going to Google, if that was recent. */
export function wantedBeforeGoogle(): string | undefined {
  const kept = inTab((storage) => storage.getItem(place)) ?? '';
  const age = Date.now() - Number(kept.slice(0, kept.indexOf(' ')));
  return age >= 0 && age < rememberedMs
    ? ownAddress(kept.slice(kept.indexOf(' ') + 1), window.location.origin)
    : undefined;
}

/**
 * Google returns everyone to /home; redirects to the wanted page instead. Call this before the page
 * is routed.
 */
export function openWantedAfterGoogle(): void {
  const wanted = window.location.pathname === '/home' ? wantedBeforeGoogle() : undefined;
  if (wanted === undefined) return;
  rememberWanted(undefined);
  window.history.replaceState(null, '', wanted);
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
