import { createHash, timingSafeEqual } from 'node:crypto';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/**
 * Whether somebody knows the site's sign-up code, compared in constant time. Source: decisions O-2.
 */
export function checkSignupCode(wanted: string, given: string | undefined): Fault | undefined {
  if (wanted === '') return undefined;
  // Hashes have equal length, whatever was given.
  const knows = timingSafeEqual(digestOf(wanted), digestOf(given?.trim() ?? ''));
  return knows ? undefined : { code: 'signup.code', text: messages.signupCodeWrong };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text.toWellFormed()).digest();
}
