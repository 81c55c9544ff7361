import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { canonicalName } from '@parlour/contracts/text/checks';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { SessionCookies } from '../session/session-cookies.ts';
import { runAsGuess } from './counted-guess.ts';
import { type Guess, RateLimits } from './rate-limits.ts';

/**
 * Delays guesses at one account's password, longer with each guess, from any address. A browser
 * that has signed in to the account before is counted separately, so that strangers' guesses lock
 * nobody out (OWASP, device cookies). The wrong passwords from one address are limited too, for all
 * accounts together; right ones don't count, because a class shares an address.
 * Source: decisions O-13.
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
    // Each kind of key has its own prefix, so that no name collides with another kind.
    const prefix = browser === null ? 'login' : `browser ${browser}`;
    const place = browser === null ? limitKeyOf(request.clientAddress) : prefix;
    return runAsGuess(this.count(place, prefix, name), next, 'login.failed', (guess) => guess.right());
  }

  private async count(place: string, prefix: string, name: string): Promise<Guess> {
    await this.limits.take('login', place);
    const guess = await this.limits.countGuess(prefix, accountKey(name));
    const giveBack = (): Promise<void> => this.limits.giveBack('login', place);
    return {
      right: () => guess.right().then(giveBack),
      takeBack: () => guess.takeBack().then(giveBack),
    };
  }
}

/** Of the whole name, as identity compares it: a part would be that of another account too. */
export function accountKey(name: string): string {
  return createHash('sha256').update(canonicalName(name)).digest('base64url');
}

/** Interceptors run before the body is validated. */
function nameOf(body: unknown): string {
  const name = typeof body === 'object' && body !== null && 'username' in body ? body.username : '';
  return typeof name === 'string' ? name : '';
}
