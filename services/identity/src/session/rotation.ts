import { limits } from '@parlour/contracts/limits';

/**
 * How long sessions last, and how long the token before the present one is still taken.
 * Source: docs/design/security.md#session.
 */
export const sessionTimes = { graceSeconds: 10, idleDays: limits.sessionIdleDays, absoluteDays: 30 } as const;

const dayMs = 24 * 60 * 60 * 1_000;

/** Times in milliseconds since 1970, from the database clock. */
export interface SessionTimes {
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The state of a session when one of its tokens is used. */
export interface SessionFacts extends SessionTimes {
  readonly ended: boolean;
  readonly refreshHash: string;
  readonly previousHash: string | null;
  readonly rotatedAt: number | null;
}

/**
 * The result for a token: a new one; the same successor again; or refused, for one of three
 * reasons.
 */
export type Verdict = 'rotate' | 'repeat' | 'ended' | 'expired' | 'reuse';

/** When the session expires if it is not used again. */
export function expiryOf({ createdAt, lastUsedAt }: SessionTimes): number {
  return Math.min(createdAt + sessionTimes.absoluteDays * dayMs, lastUsedAt + sessionTimes.idleDays * dayMs);
}

/** Judges a token by the hash of its secret, used at `now`; its family is known. */
export function judge(session: SessionFacts, shownHash: string, now: number): Verdict {
  if (session.ended) return 'ended';
  if (now >= expiryOf(session)) return 'expired';
  if (shownHash === session.refreshHash) return 'rotate';
  const inGrace = session.rotatedAt !== null && now - session.rotatedAt <= sessionTimes.graceSeconds * 1_000;
  return inGrace && shownHash === session.previousHash ? 'repeat' : 'reuse';
}
