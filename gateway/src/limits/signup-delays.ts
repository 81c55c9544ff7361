import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { Journeys } from '../auth/journeys.ts';
import { runAsGuess } from './counted-guess.ts';
import { Site } from '../site/site.ts';
import { RateLimits } from './rate-limits.ts';

/**
 * Delays an address that guesses the sign-up code, longer with each guess, like password guesses.
 * Source: decisions O-2.
 */
@Injectable()
export class SignupDelays implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly site: Site,
    private readonly journeys: Journeys,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Without a code nothing is guessed: several people may sign up at once, and whoever has an
    // account signs in with Google.
    if (this.site.current.signUp !== 'code' || !this.hasCode(request)) return next.handle();
    const key = `code ${limitKeyOf(request.clientAddress)}`;
    return runAsGuess(this.limits.countGuess(key), next, 'signup.code', (guess) => guess.takeBack());
  }

  /** Interceptors run before the body is validated. Behind a redirect the code is in a cookie. */
  private hasCode(request: FastifyRequest): boolean {
    const { body } = request;
    const isInBody = typeof body === 'object' && body !== null && 'code' in body;
    return isInBody || this.journeys.signupCodeOf(request) !== undefined;
  }
}
