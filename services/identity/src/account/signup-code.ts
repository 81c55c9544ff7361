import { createHash, timingSafeEqual } from 'node:crypto';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Whether somebody knows what this site asks of those who sign up; the time that it takes does not tell how much of it. Source: decisions O-2. */
export function checkSignupCode(wanted: string, given: string | undefined): Fault | undefined {
  if (wanted === '') return undefined;
  // Of equal length, whatever was given.
  const knows = timingSafeEqual(digestOf(wanted), digestOf(given?.trim() ?? ''));
  return knows ? undefined : { code: 'signup.code', text: messages.signupCodeWrong };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text.toWellFormed()).digest();
}
