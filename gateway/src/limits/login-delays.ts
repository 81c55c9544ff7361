import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { canonicalName } from '@parlour/contracts/checks';
import { SessionCookies } from '../session/session-cookies.ts';
import { runAsGuess } from './counted-guess.ts';
import { RateLimits } from './rate-limits.ts';

/**
 * Makes whoever guesses at one account's password wait longer with each guess, from wherever they guess. A browser that has signed in to the account
 * before is counted by itself, so that nobody is kept out by the guesses of strangers (OWASP, device cookies).
 */
@Injectable()
export class LoginDelays implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly cookies: SessionCookies,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const name = nameOf(request.body);
    const browser = this.cookies.browserKnownTo(request.raw, name);
    const key = browser === null ? guessesAt(name) : `browser ${browser} ${accountKey(name)}`;
    return runAsGuess(this.limits.countGuess(key), next, 'login.failed', (guess) => guess.right());
  }
}

/** The key under which guesses at an account's password are counted. Each kind of key begins with a word of its own: no name runs into another kind. */
export function guessesAt(name: string): string {
  return `login ${accountKey(name)}`;
}

function accountKey(name: string): string {
  return canonicalName(name).slice(0, 100);
}

/** Interceptors run before the body's shape is checked. */
function nameOf(body: unknown): string {
  const name = typeof body === 'object' && body !== null && 'username' in body ? body.username : '';
  // The longest form of a name is no longer than this; what is longer names nobody.
  return typeof name === 'string' ? name.slice(0, 1_000) : '';
}
