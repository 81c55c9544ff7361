import type { Fault } from '../errors.ts';
import { checkDirection, checkWellFormed, lengthOf } from '../text/checks.ts';
import type { IsoTime } from '../time.ts';

/** The bounds of approval. Source: specification IN-3. */
export const approvalLimits = {
  questionLength: 500,
  answerLength: 500,
  /** For how long somebody waits at most. */
  days: 60,
} as const;

/** What people read about approval. */
export const approvalTexts = {
  waiting: 'Your account waits for approval by the people who run this site.',
  /** The same whatever became of it. */
  decided: 'This person does not wait any more.',
  question: `Question cannot be more than ${approvalLimits.questionLength} characters`,
  answer: `Answer cannot be more than ${approvalLimits.answerLength} characters`,
  notified: 'Somebody wants to join this site',
  notifiedOfSeveral: (count: string) => `${count} requests to join this site`,
} as const;

/** Gateway to browser: the account is made and waits for approval; nobody is signed in. */
export interface PendingWire {
  readonly pending: true;
}

/**
 * The session of a newcomer who need not wait.
 * @throws {Error} for one who must
 */
export function admitted<Grant extends object>(reply: Grant | PendingWire): Grant {
  if ('pending' in reply) throw new Error('the newcomer waits for approval');
  return reply;
}

/** Gateway to an operator's browser: somebody who waits for approval. */
export interface WaitingWire {
  readonly _id: string;
  readonly username: string;
  /** What they answered to the site's question; blank if they did not. */
  readonly answer: string;
  readonly since: IsoTime;
  readonly isGoogleUser: boolean;
}

/** What became of somebody who waited; nobody decided what has lapsed. */
export type ApprovalDecision = 'approved' | 'declined' | 'lapsed';

/**
 * A person signed up, and waits. Their name and answer are in a table of identity only. Stream
 * `user/<id>`: it has no `UserRegistered` before they are approved, so nobody knows of them.
 */
export interface ApprovalRequested {
  readonly type: 'ApprovalRequested';
  readonly data: { readonly userId: string };
}

/**
 * A person waits no more. Stream `user/<id>`: if they were approved, `UserRegistered` follows, and
 * otherwise nothing ever.
 */
export interface ApprovalDecided {
  readonly type: 'ApprovalDecided';
  readonly data: { readonly userId: string; readonly decision: ApprovalDecision };
}

/** What a site asks those who wait, trimmed by the caller; it may be blank. */
export function checkQuestion(text: string): Fault | undefined {
  const code = 'site.question';
  if (lengthOf(text) > approvalLimits.questionLength) return { code, text: approvalTexts.question };
  return checkWellFormed(text) ?? checkDirection(text);
}

/** What they answer, trimmed by the caller; it may be blank. */
export function checkAnswer(text: string): Fault | undefined {
  if (lengthOf(text) > approvalLimits.answerLength) return { code: 'signup.answer', text: approvalTexts.answer };
  return checkWellFormed(text) ?? checkDirection(text);
}
