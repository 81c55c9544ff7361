import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { IdentityConfig } from '../../identity-config.ts';

/** The verified claims of a Google ID token. */
export interface GoogleIdentity {
  /** Never reused by Google, and never shown to anybody. */
  readonly subject: string;
  readonly email: string;
  /** Identifies the token if it is sent again, and until when that is possible. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** The tolerated clock difference, in seconds. */
const clockTolerance = 30;

/** The maximum length of an address. Source: RFC 5321, 4.5.3.1. */
const longestEmail = 320;

/**
 * Verifies ID tokens: signature by Google's keys, one pinned algorithm, issuer, this site as the
 * only audience, times, and a verified address. Source: OpenID Connect Core 1.0, section 3.1.3.7;
 * decisions S-4.
 */
@Injectable()
export class GoogleTokens {
  /**
   * Fetched when first needed, cached for ten minutes, and refetched for an unknown key, at most
   * twice a minute.
   */
  private readonly keys: JWTVerifyGetKey;

  constructor(private readonly config: IdentityConfig) {
    this.keys = createRemoteJWKSet(new URL(config.GOOGLE_JWKS_URL), { timeoutDuration: 3_000 });
  }

  /**
   * @throws {DomainError} `google.unavailable` if it is not configured; `google.refused` for an
   * invalid token; `service.unavailable` while Google's keys cannot be fetched
   */
  async verify(token: string, nonce?: string): Promise<GoogleIdentity> {
    const { GOOGLE_CLIENT_ID: audience, GOOGLE_ISSUER: issuer } = this.config;
    if (audience === '') throw new DomainError('google.unavailable', messages.googleUnavailable);
    const claims = await this.claimsOf(token, audience, issuer);
    const { sub, email, exp } = claims;
    const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
    // A token for several audiences may have been passed on by another of them.
    if ([claims.aud].flat().length !== 1 || (claims['azp'] !== undefined && claims['azp'] !== audience))
      throw refused();
    if (!isVerified || typeof email !== 'string' || !/^[^@]+@[^@]+$/.test(email)) throw refused();
    if (email.length > longestEmail || checkWellFormed(email) || typeof sub !== 'string' || sub === '') throw refused();
    if (nonce !== undefined && claims['nonce'] !== nonce) throw refused();
    if (exp === undefined) throw refused();
    const tokenHash = createHash('sha256')
      .update(token.slice(0, token.lastIndexOf('.')))
      .digest('base64url');
    return { subject: sub, email, tokenHash, expiresAt: new Date((exp + clockTolerance) * 1_000) };
  }

  private async claimsOf(token: string, audience: string, issuer: string): Promise<JWTPayload> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
        algorithms: ['RS256'],
        audience,
        // Google uses both forms.
        issuer: [issuer, issuer.replace(/^https:\/\//, '')],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance,
      });
      if (typeof protectedHeader.kid !== 'string') throw refused();
      return payload;
    } catch (failure) {
      if (failure instanceof DomainError) throw failure;
      throw isOfToken(failure) ? refused() : unavailable();
    }
  }
}

/** Whether the token is invalid, as opposed to Google's keys being unreachable. */
function isOfToken(failure: unknown): boolean {
  if (!(failure instanceof errors.JOSEError)) return false;
  return !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(failure.code);
}

function refused(): DomainError {
  return new DomainError('google.refused', messages.googleLoginFailed);
}
