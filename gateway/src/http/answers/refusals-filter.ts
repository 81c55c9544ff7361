import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorCode, type ErrorWire, statusOfCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { StoreAway } from '@parlour/deployment/files/file-store';
import { isAdministration } from '../edge.ts';
import { gatewayEnvironment, type GatewayEnvironment } from '../../gateway-environment.ts';

/**
 * Answers every error in the one error shape; unexpected ones are logged with the request id and
 * answer a constant (decisions T-2).
 */
@Catch()
export class RefusalsFilter implements ExceptionFilter {
  constructor(@Inject(gatewayEnvironment) protected readonly environment: GatewayEnvironment) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const refusal = hiddenFrom(request, refusalOf(thrown));
    if (refusal.code === 'failure.unknown' || thrown instanceof StoreAway) {
      this.environment.logger.error({ err: thrown, requestId: request.id }, 'request failed');
    }
    if (reply.sent) return;
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
    const { code, message: error, current } = refusal;
    const wire: ErrorWire = { error, code, ...(current !== undefined && { current }) };
    reply.status(statusOfCode[code]).type('application/json; charset=utf-8').send(wire);
  }
}

/** Only the framework's refusal of a content type comes before the guard that hides calls. */
function hiddenFrom({ url }: FastifyRequest, refusal: DomainError): DomainError {
  if (refusal.code !== 'request.notJson' || !isAdministration(url)) return refusal;
  return new DomainError('route.unknown', messages.notFound);
}

/** Errors of the framework, by status. */
const refusalsByStatus: Readonly<Record<number, [ErrorCode, string]>> = {
  // A file outside of the page's folder is answered like a missing one.
  403: ['route.unknown', messages.notFound],
  404: ['route.unknown', messages.notFound],
  // A path that is too long for the router is unknown.
  414: ['request.tooLarge', messages.requestTooLarge],
  413: ['request.tooLarge', messages.requestTooLarge],
  415: ['request.notJson', messages.notJson],
};

function refusalOf(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const status = statusOf(thrown);
  const known = refusalsByStatus[status];
  if (known) return new DomainError(...known);
  // Unmet conditions, invalid ranges and the like are the client's fault, not ours.
  if (status >= 400 && status < 500) return new DomainError('request.invalid', messages.requestInvalid);
  return new DomainError('failure.unknown', messages.unknownFailure);
}

/** The JSON parser throws a SyntaxError with a status, the framework its own kinds. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  return thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
}
