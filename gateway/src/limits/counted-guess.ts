import { catchError, concatMap, from, type Observable, switchMap } from 'rxjs';
import type { CallHandler } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import { GoogleFailure } from '../auth/google-failures.ts';
import type { Guess } from './rate-limits.ts';

/**
 * Runs a route as a guess that is already counted: it stays counted if the route refuses with
 * `wrong`; `done` is called on success.
 */
export function runAsGuess(
  counting: Promise<Guess>,
  next: CallHandler,
  wrong: ErrorCode,
  done: (guess: Guess) => Promise<void>,
): Observable<unknown> {
  return from(counting).pipe(
    switchMap((guess) =>
      next.handle().pipe(
        concatMap(async (answer: unknown) => {
          await done(guess);
          return answer;
        }),
        catchError(async (failure: unknown) => {
          const refusal = failure instanceof GoogleFailure ? failure.cause : failure;
          if (!(refusal instanceof DomainError && refusal.code === wrong)) await guess.takeBack();
          throw failure;
        }),
      ),
    ),
  );
}
