import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { limitKeyOf } from '../http/peers.ts';
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
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    // Without a code there is nothing to guess, and several people may sign up at once.
    if (this.site.current.signUp !== 'code') return next.handle();
    const key = `code ${limitKeyOf(context.switchToHttp().getRequest<FastifyRequest>().clientAddress)}`;
    return runAsGuess(this.limits.countGuess(key), next, 'signup.code', (guess) => guess.takeBack());
  }
}
