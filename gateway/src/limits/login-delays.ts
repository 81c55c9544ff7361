import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, concatMap, from, type Observable, switchMap } from 'rxjs';
import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { RateLimits } from './rate-limits.ts';

/** Makes who guesses at one account's password wait longer with each guess, from wherever he guesses. */
@Injectable()
export class LoginDelays implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const account = accountOf(context.switchToHttp().getRequest<FastifyRequest>().body);
    return from(this.limits.checkAccount(account)).pipe(
      switchMap(() => next.handle()),
      concatMap(async (answer: unknown) => {
        await this.limits.forgetFailures(account);
        return answer;
      }),
      catchError(async (failure: unknown) => {
        if (failure instanceof DomainError && failure.code === 'login.failed') await this.limits.countFailure(account);
        throw failure;
      }),
    );
  }
}

/** Interceptors run before the body's shape is checked. */
function accountOf(body: unknown): string {
  const name = typeof body === 'object' && body !== null && 'username' in body ? body.username : '';
  return typeof name === 'string' ? canonicalName(name).slice(0, 100) : '';
}
