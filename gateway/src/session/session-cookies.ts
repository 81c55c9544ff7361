import type { IncomingMessage } from 'node:http';
import { type CookieSerializeOptions, fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { EnteredSession } from '../http/answers/answer.ts';
import { cookieName, cookieOf } from '../http/headers/cookies.ts';
import type { ClientAddresses } from '../http/requests/client-addresses.ts';
import { accessSeconds, type AccessTokens } from './access-tokens.ts';
import { browserSeconds, type BrowserTokens } from './browser-tokens.ts';
import type { Session } from './session.ts';

/** The paths that get the browser's token: signing in, and refreshing a session. */
const browserPath = '/api/user';

/** The name of the access token's cookie at an origin. */
export function accessName(origin: string | null): string {
  return cookieName('parlour_access', origin, '__Host-');
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly options: CookieSerializeOptions & { readonly secure: boolean };
}

/**
 * The two cookies of a session, and the one that outlives it and says who has signed in here. Those
 * of the session go to every path: clients of the contract have no call for refreshing (decisions
 * T-15).
 */
export class SessionCookies {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly addresses: ClientAddresses,
    private readonly browsers: BrowserTokens,
  ) {}

  /** The access token of a request or of a socket's handshake, unverified. */
  accessTokenOf(request: IncomingMessage): string | null {
    return cookieOf(request, this.accessName(request));
  }

  /** The session of a request whose access token was verified here before. */
  knownSessionOf(request: IncomingMessage): Session | undefined {
    const token = this.accessTokenOf(request);
    return token === null ? undefined : this.tokens.knownSessionOf(token);
  }

  refreshTokenOf(request: IncomingMessage): string | null {
    return cookieOf(request, this.refreshName(request));
  }

  /** The browser's id if this account has signed in there; otherwise null. */
  browserKnownTo(request: IncomingMessage, username: string): string | null {
    return this.browsers.browserKnownTo(cookieOf(request, this.browserName(request)), username);
  }

  /** Whether somebody may be signed in with this browser: somebody has signed in before. */
  mayHaveSession(request: IncomingMessage): boolean {
    return this.accessTokenOf(request) !== null || cookieOf(request, this.browserName(request)) !== null;
  }

  begin(request: FastifyRequest, reply: FastifyReply, grant: SessionGrant): Session {
    const access = this.access(request.raw, grant);
    for (const { name, value, options } of [access, this.refresh(request.raw, grant)]) {
      reply.setCookie(name, value, options);
    }
    this.remember(request, reply, grant.user.username);
    return this.tokens.verify(access.value);
  }

  /**
   * Puts a refreshed session into a request, for what reads its cookies later; returns the lines
   * that tell the browser.
   */
  replace(request: IncomingMessage, grant: SessionGrant): readonly string[] {
    const cookies = [this.access(request, grant), this.refresh(request, grant)];
    const pairs = cookies.map(({ name, value }) => `${name}=${value}`);
    // The first one of a name counts.
    request.headers.cookie = [...pairs, request.headers.cookie].join('; ');
    return cookies.map(({ name, value, options }) => fastifyCookie.serialize(name, value, options));
  }

  /** Only the access token, for a session that keeps its refresh token. */
  renew(request: FastifyRequest, reply: FastifyReply, session: EnteredSession): void {
    const { name, value, options } = this.access(request.raw, session);
    reply.setCookie(name, value, options);
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(this.accessName(request.raw), this.options(request.raw, '/'));
    reply.clearCookie(this.refreshName(request.raw), this.options(request.raw, '/'));
  }

  private access(request: IncomingMessage, session: EnteredSession): Cookie {
    const options = { ...this.options(request, '/'), maxAge: accessSeconds };
    return { name: this.accessName(request), value: this.tokens.sign(session), options };
  }

  private refresh(request: IncomingMessage, { refreshToken, refreshExpiresAt }: SessionGrant): Cookie {
    const options = { ...this.options(request, '/'), expires: new Date(refreshExpiresAt) };
    return { name: this.refreshName(request), value: refreshToken, options };
  }

  private remember(request: FastifyRequest, reply: FastifyReply, username: string): void {
    const name = this.browserName(request.raw);
    reply.setCookie(name, this.browsers.next(cookieOf(request.raw, name), username), {
      ...this.options(request.raw, browserPath),
      maxAge: browserSeconds,
    });
  }

  private accessName(request: IncomingMessage): string {
    return accessName(this.addresses.originOf(request));
  }

  private refreshName(request: IncomingMessage): string {
    return cookieName('parlour_refresh', this.addresses.originOf(request), '__Host-');
  }

  private browserName(request: IncomingMessage): string {
    return cookieName('parlour_browser', this.addresses.originOf(request));
  }

  private options(request: IncomingMessage, path: string): Cookie['options'] {
    const secure = this.addresses.isSecure(request);
    // Browsers send no Lax cookies with the calls of a page on another site, and take None only on
    // https. Foreign origins are refused by their headers, whatever the cookie.
    return { path, httpOnly: true, sameSite: secure && this.addresses.hasClients ? 'none' : 'lax', secure };
  }
}
