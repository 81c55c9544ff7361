import { Inject, Injectable } from '@nestjs/common';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, statusOfCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { Answered } from '../http/answer.ts';
import { Caller } from '../http/caller.ts';
import { Peers } from '../http/peers.ts';
import type { Session } from '../session/session.ts';
import { given, Sessions } from '../session/sessions.ts';
import { GoogleOutage, GoogleStrategy } from './google-strategy.ts';
import { JourneySeals, journeySeconds } from './journey.ts';

/** A redirect, in the form that Nest's `@Redirect` takes. */
export interface Redirection {
  readonly url: string;
  readonly statusCode: 302;
}

const flowPath = '/auth/google';

/** The page's own: the sign-up code that was typed before leaving for Google. */
const signupCodeCookie = 'parlour_signup_code';

/** Signs people in with Google's redirect flow. Source: decisions S-4. */
@Injectable()
export class GoogleFlow {
  private readonly strategy: GoogleStrategy | undefined;
  private readonly seals: JourneySeals;

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly peers: Peers,
    private readonly sessions: Sessions,
  ) {
    const { config, signingKeys } = environment;
    this.seals = new JourneySeals(signingKeys);
    if (config.GOOGLE_CLIENT_ID !== '') {
      this.strategy = new GoogleStrategy({
        clientId: config.GOOGLE_CLIENT_ID,
        clientSecret: config.GOOGLE_CLIENT_SECRET,
        authorizationUrl: config.GOOGLE_AUTH_URL,
        tokenUrl: config.GOOGLE_TOKEN_URL,
      });
    }
  }

  /** @throws {DomainError} `google.unavailable` if it is not configured */
  async depart(request: FastifyRequest, reply: FastifyReply): Promise<Redirection> {
    const { url, journey } = await this.configured().depart(this.callbackOf(request));
    reply.setCookie(this.cookieName(request), this.seals.seal(journey), {
      ...this.cookieOptions(request),
      maxAge: journeySeconds,
    });
    reply.header('cache-control', 'no-store');
    return { url, statusCode: 302 };
  }

  /**
   * Signs in the person who comes back from Google, once. If that fails, they get the login screen
   * with the reason.
   * @throws {DomainError} `google.refused` if the request is not a browser navigation
   */
  async arrive(
    request: FastifyRequest,
    reply: FastifyReply,
    older: Session | null,
  ): Promise<Redirection | Answered<Redirection>> {
    const strategy = this.configured();
    const sealed = request.cookies[this.cookieName(request)] ?? '';
    reply.clearCookie(this.cookieName(request), this.cookieOptions(request));
    const codeName = `${this.prefixOf(request)}${signupCodeCookie}`;
    const code = request.cookies[codeName];
    if (code !== undefined) reply.clearCookie(codeName, { path: flowPath, secure: this.peers.isSecure(request.raw) });
    reply.header('cache-control', 'no-store');
    try {
      const journey = this.seals.open(sealed, Date.now());
      const query = request.query as Readonly<Record<string, unknown>>; // Fastify's own parser gives an object
      const { idToken, nonce } = await strategy.arrive(query, journey, this.callbackOf(request));
      const google = { googleToken: idToken, nonce, ...given(code) };
      const { answer } = await this.sessions.beginByGoogle(google, Caller.of(request), older);
      return new Answered({ ...answer, body: { url: '/home', statusCode: 302 } });
    } catch (failure) {
      const line = { reason: reasonOf(failure), requestId: request.id, address: request.clientAddress };
      this.environment.logger.warn(line, 'Google sign-in failed');
      if ((request.headers.accept ?? '').includes('text/html')) {
        const needsCode = failure instanceof DomainError && failure.code === 'signup.code';
        if (needsCode) return { url: '/signup?google=code', statusCode: 302 };
        if (failure instanceof DomainError && failure.code === 'account.suspended') {
          return { url: '/?google=suspended', statusCode: 302 };
        }
        return { url: `/?google=${isOutage(failure) ? 'error' : 'failed'}`, statusCode: 302 };
      }
      throw new DomainError('google.refused', messages.googleLoginFailed);
    }
  }

  private configured(): GoogleStrategy {
    if (!this.strategy) throw new DomainError('google.unavailable', messages.googleUnavailable);
    return this.strategy;
  }

  /** Google only redirects to addresses registered for the site. */
  private callbackOf(request: FastifyRequest): string {
    return `${this.peers.originOf(request.raw) ?? ''}${flowPath}/callback`;
  }

  private cookieName(request: FastifyRequest): string {
    return `${this.prefixOf(request)}parlour_google`;
  }

  private prefixOf(request: FastifyRequest): string {
    return this.peers.isSecure(request.raw) ? '__Secure-' : '';
  }

  /** Lax: the cookie must be sent when Google redirects back. */
  private cookieOptions(request: FastifyRequest): CookieSerializeOptions {
    return { path: flowPath, httpOnly: true, sameSite: 'lax', secure: this.peers.isSecure(request.raw) };
  }
}

/** Not caused by the user or their browser: Google or identity is unavailable. */
function isOutage(failure: unknown): boolean {
  if (failure instanceof DomainError) return statusOfCode[failure.code] >= 500;
  return failure instanceof GoogleOutage;
}

/**
 * The reason without codes or tokens: the library's errors carry Google's whole answer, and some
 * have no message.
 */
function reasonOf(failure: unknown): string {
  return failure instanceof Error ? `${failure.name}: ${String(failure.message).slice(0, 200)}` : 'unknown';
}
