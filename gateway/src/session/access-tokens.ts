import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { EnteredSession } from '../http/answers/answer.ts';
import type { Session } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** How long an access token is valid; ended sessions are remembered for as long. */
export const accessSeconds = 15 * 60;

/**
 * How tokens are verified; one pinned algorithm, so that `none` and asymmetric ones are refused.
 */
export const tokenRules = { algorithms: ['HS256' as const], issuer: 'parlour', audience: 'parlour' };

/**
 * Signs and reads access tokens. Keys are KeyObjects: with a string secret each check costs
 * hundreds of microseconds (docs/design/performance.md#the-edge).
 */
export class AccessTokens {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly signingId: string;
  private readonly jwt: JwtService;
  private readonly verified = new VerifiedTokens();

  constructor(signingKeys: readonly Buffer[]) {
    const keys = signingKeys.map((key): [string, KeyObject] => [keyId(key), createSecretKey(key)]);
    const [first] = keys;
    if (!first || signingKeys.some((key) => key.length < 32)) {
      throw new Error('signing keys are required, of at least 32 bytes');
    }
    this.keys = new Map(keys);
    this.signingId = first[0];
    this.jwt = new JwtService({
      signOptions: { algorithm: 'HS256', issuer: tokenRules.issuer, audience: tokenRules.audience },
      verifyOptions: tokenRules,
      // Signing takes an object, verifying a token.
      secretOrKeyProvider: (_, subject) => (typeof subject === 'string' ? this.keyFor(subject) : this.keyOf(first[0])),
    });
  }

  sign({ user, sessionId, authenticatedAt }: EnteredSession): string {
    const claims = { sid: sessionId, name: user.username, auth_time: Math.floor(Date.parse(authenticatedAt) / 1_000) };
    return this.jwt.sign(claims, {
      keyid: this.signingId,
      subject: user._id,
      expiresIn: accessSeconds,
    });
  }

  /**
   * @throws {DomainError} `session.missing` for a token that is forged, expired or not one of ours
   */
  keyFor(token: string): KeyObject {
    const decoded: unknown = this.jwt.decode(token, { complete: true });
    return this.keyOf(headerOf(decoded)['kid']);
  }

  /**
   * The session of a verified token.
   * @throws {DomainError} `session.missing` when a claim is absent
   */
  sessionOf(claims: unknown): Session {
    const { sid, sub, name, auth_time: authenticatedAt, exp } = claims as Record<string, unknown>; // checked below
    if (typeof sid !== 'string' || typeof sub !== 'string' || typeof name !== 'string') throw notSignedIn();
    if (typeof authenticatedAt !== 'number' || typeof exp !== 'number') throw notSignedIn();
    return { id: sid, user: { id: sub, name }, authenticatedAt, expiresAt: exp };
  }

  /** The session of a token that was verified here before, and has not expired. */
  knownSessionOf(token: string): Session | undefined {
    return this.verified.sessionOf(token);
  }

  /** Passport has verified this token. */
  remember(token: string, session: Session): void {
    this.verified.add(token, session);
  }

  /**
   * Verifies a token outside of passport, for the socket's handshake.
   * @throws {DomainError} `session.missing`
   */
  verify(token: string): Session {
    const known = this.knownSessionOf(token);
    if (known) return known;
    let claims: unknown;
    try {
      claims = this.jwt.verify<object>(token);
    } catch {
      throw notSignedIn();
    }
    const session = this.sessionOf(claims);
    this.remember(token, session);
    return session;
  }

  private keyOf(id: unknown): KeyObject {
    const key = typeof id === 'string' ? this.keys.get(id) : undefined;
    if (!key) throw notSignedIn();
    return key;
  }
}

/** There is no session, or no valid one. */
export function notSignedIn(): DomainError {
  return new DomainError('session.missing', messages.notSignedIn);
}

/** Identifies a key without revealing anything of it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('parlour key id').update(key).digest('base64url').slice(0, 12);
}

function headerOf(decoded: unknown): Record<string, unknown> {
  if (typeof decoded !== 'object' || decoded === null || !('header' in decoded)) return {};
  return decoded.header as Record<string, unknown>; // an object, by the library
}
