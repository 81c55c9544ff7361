import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorCode, type ErrorWire, statusOfCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';

/** Answers whatever was thrown in the one error shape; what nobody foresaw is logged under the request's id and answers a constant (decisions T-2). */
@Catch()
export class RefusalsFilter implements ExceptionFilter {
  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const refusal = refusalOf(thrown);
    if (refusal.code === 'failure.unknown') {
      this.environment.logger.error({ err: thrown, requestId: request.id }, 'a request failed');
    }
    if (reply.sent) return;
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
    const wire: ErrorWire = { error: refusal.message, code: refusal.code };
    reply.status(statusOfCode[refusal.code]).type('application/json; charset=utf-8').send(wire);
  }
}

/** What the framework refuses, by its status. */
const refusalsByStatus: Readonly<Record<number, [ErrorCode, string]>> = {
  // A file outside of the page's folder is as unknown as one that is not there.
  403: ['route.unknown', messages.notFound],
  404: ['route.unknown', messages.notFound],
  // A path longer than the router takes is no path of ours.
  414: ['request.tooLarge', messages.requestTooLarge],
  413: ['request.tooLarge', messages.requestTooLarge],
  415: ['request.notJson', messages.notJson],
};

function refusalOf(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const status = statusOf(thrown);
  const known = refusalsByStatus[status];
  if (known) return new DomainError(...known);
  // A condition that a file does not meet, a range that it does not have, and the like: the asker's doing, not ours.
  if (status >= 400 && status < 500) return new DomainError('request.invalid', messages.requestInvalid);
  return new DomainError('failure.unknown', messages.unknownFailure);
}

/** The parser of JSON throws a SyntaxError with the status beside it, the framework its own kinds. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  return thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
}
