import { createHash, timingSafeEqual } from 'node:crypto';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { SiteSettingsWire } from '@parlour/contracts/site';

const closed: Fault = { code: 'signup.closed', text: messages.signupClosed };

/** Whether somebody may sign up now. Source: decisions O-2, O-6. */
export function checkAdmission(site: SiteSettingsWire, given: string | undefined): Fault | undefined {
  switch (site.signUp) {
    case 'everyone':
    case 'approval':
      return undefined;
    case 'code':
      // Without a code, nobody could know it.
      return site.code === '' ? closed : checkSignupCode(site.code, given);
    case 'nobody':
      return closed;
    default:
      site.signUp satisfies never;
      return undefined;
  }
}

/**
 * Whether somebody knows the site's sign-up code, compared in constant time. Source: decisions O-2.
 */
function checkSignupCode(wanted: string, given: string | undefined): Fault | undefined {
  // Hashes have equal length, whatever was given.
  const knows = timingSafeEqual(digestOf(wanted), digestOf(given?.trim() ?? ''));
  return knows ? undefined : { code: 'signup.code', text: messages.signupCodeWrong };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text.toWellFormed()).digest();
}
