/**
 * How long sessions last, and how long the token before the present one is still taken.
 * Source: docs/design/security.md#session.
 */
export const sessionTimes = { graceSeconds: 10, idleDays: 7, absoluteDays: 30 } as const;

const dayMs = 24 * 60 * 60 * 1_000;

/** Times in milliseconds since 1970, by the database's clock. */
export interface SessionTimes {
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** What is known of a session when one of its tokens is shown. */
export interface SessionFacts extends SessionTimes {
  readonly ended: boolean;
  readonly refreshHash: string;
  readonly previousHash: string | null;
  readonly rotatedAt: number | null;
}

/** What a token is good for: a new one; its successor once more; nothing, for one of three reasons. */
export type Verdict = 'rotate' | 'repeat' | 'ended' | 'expired' | 'reuse';

/** When the session is over if it is not used again. */
export function expiryOf({ createdAt, lastUsedAt }: SessionTimes): number {
  return Math.min(createdAt + sessionTimes.absoluteDays * dayMs, lastUsedAt + sessionTimes.idleDays * dayMs);
}

/** Judges a token by the hash of its secret, shown at `now`; its family is right. */
export function judge(session: SessionFacts, shownHash: string, now: number): Verdict {
  if (session.ended) return 'ended';
  if (now >= expiryOf(session)) return 'expired';
  if (shownHash === session.refreshHash) return 'rotate';
  const inGrace = session.rotatedAt !== null && now - session.rotatedAt <= sessionTimes.graceSeconds * 1_000;
  return inGrace && shownHash === session.previousHash ? 'repeat' : 'reuse';
}
