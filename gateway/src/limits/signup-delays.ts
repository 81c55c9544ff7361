import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, from, type Observable, switchMap } from 'rxjs';
import { DomainError } from '@parlour/contracts/errors';
import { RateLimits } from './rate-limits.ts';

/** Makes an address from which the site's code is guessed wait longer with each guess, as it does with passwords. Source: decisions O-2. */
@Injectable()
export class SignupDelays implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    // No account's name begins with a slash.
    const guesser = `/signup ${context.switchToHttp().getRequest<FastifyRequest>().clientAddress}`;
    return from(this.limits.checkAccount(guesser)).pipe(
      switchMap(() => next.handle()),
      catchError(async (failure: unknown) => {
        if (failure instanceof DomainError && failure.code === 'signup.code') await this.limits.countFailure(guesser);
        throw failure;
      }),
    );
  }
}
