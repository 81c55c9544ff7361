import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, statusOfCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { RefusalsFilter } from '../http/answers/refusals-filter.ts';

/** Google did not answer, or reports a failure of its own. */
export class GoogleOutage extends Error {
  override readonly name = 'GoogleOutage';
}

/** A person who came back from Google was not signed in. */
export class GoogleFailure extends Error {
  override readonly name = 'GoogleFailure';

  constructor(cause: unknown) {
    super('Google sign-in failed', { cause });
  }
}

/**
 * Sends a browser whose sign-in failed, or was refused by this gateway, as at a limit, to the login
 * screen, with the reason. Other clients get `google.refused`, or that refusal.
 */
@Catch(GoogleFailure, DomainError)
export class GoogleFailures extends RefusalsFilter {
  override catch(failure: GoogleFailure | DomainError, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const isRefusal = failure instanceof DomainError;
    const cause = isRefusal ? failure : failure.cause;
    if (!isRefusal) {
      const line = { reason: reasonOf(cause), requestId: request.id, address: request.clientAddress };
      this.environment.logger.warn(line, 'Google sign-in failed');
    }
    if (!(request.headers.accept ?? '').includes('text/html')) {
      super.catch(isRefusal ? failure : new DomainError('google.refused', messages.googleLoginFailed), host);
      return;
    }
    void host.switchToHttp().getResponse<FastifyReply>().redirect(screenOf(cause), 302);
  }
}

/** Where those read that they wait for approval. */
export const waitingScreen = '/waiting';

function screenOf(cause: unknown): string {
  if (cause instanceof DomainError && cause.code === 'account.waiting') return waitingScreen;
  if (cause instanceof DomainError && cause.code === 'signup.code') return '/signup?google=code';
  if (cause instanceof DomainError && cause.code === 'signup.closed') return '/?google=closed';
  if (cause instanceof DomainError && cause.code === 'account.suspended') return '/?google=suspended';
  if (cause instanceof DomainError && cause.code === 'limit.reached') {
    return `/?google=limit&wait=${cause.retryAfterSeconds ?? 1}`;
  }
  return `/?google=${isOutage(cause) ? 'error' : 'failed'}`;
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
