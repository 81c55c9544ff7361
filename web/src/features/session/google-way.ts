import { messages } from '@parlour/contracts/messages';
import { ownAddress } from '../../shared/text/safe-link.ts';

/** Where the way over Google begins; it leaves this page, and comes back to /home, or to `/` with what failed. */
export const googleAddress = '/auth/google';

const place = 'parlour.wanted';
/** Who takes longer at Google has begun something else. */
const rememberedMs = 10 * 60_000;

/** Storage may be closed to this page; then one comes back to /home. */
function quietly<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/**
 * Lets the site's code be there when Google sends one back; it is read by the way over Google alone, and cleared there. On https the name makes the
 * browser hold to it, as of the cookies of a session.
 */
export function takeCodeAlong(
  code: string | undefined,
  { protocol }: Pick<Location, 'protocol'> = window.location,
): void {
  if (code === undefined || code === '') return;
  const [prefix, secure] = protocol === 'https:' ? ['__Secure-', '; secure'] : ['', ''];
  const attributes = `path=${googleAddress}; max-age=600; samesite=lax${secure}`;
  document.cookie = `${prefix}parlour_signup_code=${encodeURIComponent(code)}; ${attributes}`;
}

/** Keeps, in this tab, where to go after Google: nothing of this page comes along there and back. */
export function rememberWanted(wanted: string | undefined): void {
  quietly((storage) => {
    if (wanted === undefined) storage.removeItem(place);
    else storage.setItem(place, `${Date.now()} ${wanted}`);
  });
}

/** What was wanted before the way over Google, if that was just now. */
export function wantedBeforeGoogle(): string | undefined {
  const kept = quietly((storage) => storage.getItem(place)) ?? '';
  const age = Date.now() - Number(kept.slice(0, kept.indexOf(' ')));
  return age >= 0 && age < rememberedMs
    ? ownAddress(kept.slice(kept.indexOf(' ') + 1), window.location.origin)
    : undefined;
}

/** Google sends everybody back to /home; who wanted something else before finds that instead. To be called before the page is routed. */
export function openWantedAfterGoogle(): void {
  const wanted = window.location.pathname === '/home' ? wantedBeforeGoogle() : undefined;
  if (wanted === undefined) return;
  rememberWanted(undefined);
  window.history.replaceState(null, '', wanted);
}

/** What is told of a way over Google that failed: `failed` there, anything else here. The address brings it back. */
export function googleFailure(search: string): string | undefined {
  const outcome = new URLSearchParams(search).get('google');
  if (outcome === null || outcome === '') return undefined;
  if (outcome === 'suspended') return messages.accountSuspended;
  if (outcome === 'code') return messages.signupCodeWrong;
  return outcome === 'failed' ? messages.googleLoginFailed : messages.googleLoginError;
}
