import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Where the way over Google begins. It leaves this page, and comes back to `wanted`, or to `/` with an error's code. */
export function googleAddress(wanted: string | undefined): string {
  return wanted === undefined ? '/auth/google' : `/auth/google?wanted=${encodeURIComponent(wanted)}`;
}

/** What is told of a way over Google that failed: there, or here. `code` is what the address brings back. */
export function googleFailure(code: string | null): string | undefined {
  if (code === null || code === '') return undefined;
  return code === ('google.refused' satisfies ErrorCode) ? messages.googleLoginFailed : messages.googleLoginError;
}
