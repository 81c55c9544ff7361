import type { Session } from './session.ts';

/** More sessions than a site has open at once; the oldest makes room. */
const most = 10_000;

/**
 * The sessions of access tokens that Passport has verified, until they expire: verifying the same
 * token with each request is a twentieth of a read (docs/design/performance.md#the-edge). Whether
 * the session has ended is another question.
 */
export class VerifiedTokens {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly now: () => number = Date.now) {}

  add(token: string, session: Session): void {
    const [oldest] = this.sessions.keys();
    if (this.sessions.size >= most && oldest !== undefined) this.sessions.delete(oldest);
    this.sessions.set(token, session);
  }

  /** Undefined for a token that is unknown or has expired. */
  sessionOf(token: string): Session | undefined {
    const session = this.sessions.get(token);
    if (!session || this.now() < session.expiresAt * 1_000) return session;
    this.sessions.delete(token);
    return undefined;
  }
}
