import {
  Catch,
  type ArgumentsHost,
  type CanActivate,
  type ExecutionContext,
  type ExceptionFilter,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Positions } from '@parlour/contracts/envelope';
import { DomainError, isUnserved, unavailable } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { kindOf, type RpcName } from '@parlour/contracts/rpc';
import type { AppliedPositions } from '../consumer/applied-positions.ts';
import { asRefusal } from '../database/failures.ts';
import { Outcome } from '../log/commands.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import { withRequestContext } from '../tracing/request-context.ts';
import { refusalOf, tracing } from '../tracing/tracing.ts';
import { type Call, CallName, type RefusalWire, refusalWireOf } from './calls.ts';
import type { UnparsedResult } from './json.ts';

/** What becomes known while a call is handled, besides its reply; Nest calls it the context. */
class Handling {
  /** Not all positions that the caller has seen are applied here. */
  stale = false;
  /** What was thrown, before it was mapped to what may cross. */
  failure: unknown;
}

/**
 * Before every handler of a service: waits until the positions that the caller has seen are applied
 * here, two seconds at most. A command that would act on an older state than its giver saw is
 * refused with 503; a read answers, marked as stale.
 * Source: docs/design/architecture.md#read-your-writes.
 */
export class PositionsGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    private readonly applied: AppliedPositions,
    private readonly waitMs: number = limits.positionWaitMs,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { minPositions } = context.switchToRpc().getData<Call<RpcName>>().context;
    return Object.keys(minPositions).length === 0 || this.wait(minPositions, context);
  }

  private async wait(minPositions: Positions, context: ExecutionContext): Promise<boolean> {
    const handling = context.switchToRpc().getContext<Handling>();
    handling.stale = !(await this.applied.wait(minPositions, this.waitMs));
    if (handling.stale && kindOf(this.reflector.get(CallName, context.getHandler())) === 'command') throw unavailable();
    return true;
  }
}

/**
 * Has a handler answer a call: within the request's context and span, and with reply and positions
 * in the one shape that crosses. An interceptor of Nest could do the same, at the price of several
 * Observables with each call.
 * @throws RefusalWire, or what a handler without a `ServiceFilter` threw
 */
export async function answerCall(
  handler: MessageHandler,
  call: Call<RpcName>,
  logger?: Logger,
): Promise<UnparsedResult<RpcName>> {
  const { name } = call;
  const { requestId, traceparent } = call.context;
  const span = traceparent && tracing.open?.({ name, kind: 'server', requestId, parent: traceparent });
  // The handler's own spans are part of it.
  const within = { requestId, correlationId: requestId, traceparent: span ? span.traceparent : traceparent };
  const handling = new Handling();
  try {
    const given: unknown = await withRequestContext(within, () => handler(call, handling));
    // Nest's filters answer by Observables.
    const answer: unknown = isObservable(given) ? await lastValueFrom(given) : given;
    // A handler answers its call's reply, alone or in an Outcome: the compiler checks it where the
    // handler is written.
    const outcome = answer instanceof Outcome ? answer : new Outcome(answer as object, {});
    const reply = outcome.reply as UnparsedResult<RpcName>['reply']; // as above
    logger?.debug({ requestId, call: name, stale: handling.stale }, 'a call was answered');
    if (span) span.end();
    return { reply, positions: outcome.positions, stale: handling.stale };
  } catch (thrown) {
    const failure = handling.failure ?? thrown;
    if (span) span.end(...refusalOf(failure instanceof DomainError ? failure.code : undefined, failure));
    throw thrown;
  }
}

/**
 * Maps errors of a handler to what may cross: a DomainError as it is, anything else as a constant,
 * logged here.
 */
@Catch()
export class ServiceFilter implements ExceptionFilter {
  private readonly unserved: RepeatedFailures;

  constructor(private readonly logger: Logger) {
    this.unserved = new RepeatedFailures(logger);
  }

  catch(thrown: unknown, host: ArgumentsHost): Observable<never> {
    host.switchToRpc().getContext<Handling>().failure = thrown;
    const failure = asRefusal(thrown);
    if (failure instanceof DomainError) {
      if (isUnserved(failure.code)) this.unserved.warn(thrown, 'a call could not be served');
      return throwError(() => refusalWireOf(failure));
    }
    const { context } = host.switchToRpc().getData<Call<RpcName>>();
    this.logger.error({ err: failure, requestId: context.requestId }, 'call failed');
    return throwError((): RefusalWire => ({ code: 'failure.unknown', text: messages.unknownFailure }));
  }
}
