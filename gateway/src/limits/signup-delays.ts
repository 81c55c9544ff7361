import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { DomainError } from '@parlour/contracts/errors';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { GoogleFailure } from '../auth/google-failures.ts';
import { Journeys } from '../auth/journeys.ts';
import { runAsGuess } from './counted-guess.ts';
import { limitOf } from './limits-guard.ts';
import { Site } from '../site/site.ts';
import { RateLimits } from './rate-limits.ts';

/**
 * Delays an address that guesses the sign-up code, longer with each guess, like password guesses. A
 * sign-up that the site was too busy for does not count against the limit: the page tries again.
 * Source: decisions O-2, O-15.
 */
@Injectable()
export class SignupDelays implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly site: Site,
    private readonly journeys: Journeys,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = limitKeyOf(request.clientAddress);
    const kind = limitOf(this.reflector, context);
    const counted: CallHandler = {
      handle: () =>
        next.handle().pipe(
          catchError(async (failure: unknown) => {
            const refusal = failure instanceof GoogleFailure ? failure.cause : failure;
            const isBusy = refusal instanceof DomainError && refusal.code === 'service.unavailable';
            if (isBusy && kind) await this.limits.giveBack(kind, key);
            throw failure;
          }),
        ),
    };
    // Without a code nothing is guessed: several people may sign up at once, and whoever has an
    // account signs in with Google.
    if (this.site.current.signUp !== 'code' || !this.hasCode(request)) return counted.handle();
    const guess = this.limits.countGuess(`code ${key}`);
    return runAsGuess(guess, counted, 'signup.code', (counting) => counting.takeBack());
  }

  /** Interceptors run before the body is validated. Behind a redirect the code is in a cookie. */
  private hasCode(request: FastifyRequest): boolean {
    const { body } = request;
    const isInBody = typeof body === 'object' && body !== null && 'code' in body;
    return isInBody || this.journeys.signupCodeOf(request) !== undefined;
  }
}
