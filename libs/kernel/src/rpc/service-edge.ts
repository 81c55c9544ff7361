import {
  Catch,
  type ArgumentsHost,
  type CallHandler,
  type ExecutionContext,
  type ExceptionFilter,
  type NestInterceptor,
} from '@nestjs/common';
import { from, type Observable, throwError } from 'rxjs';
import { map, switchMap, tap } from 'rxjs/operators';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, RpcName } from '@parlour/contracts/rpc';
import type { AppliedPositions } from '../consumer/applied-positions.ts';
import { asRefusal } from '../database/database.ts';
import { Outcome } from '../log/commands.ts';
import { type Logger, withLogContext } from '../logging/logger.ts';
import { RepeatedFailures } from '../logging/repeated-failures.ts';
import { refusalOf, tracing } from '../tracing/tracing.ts';
import type { Call, RefusalWire } from './calls.ts';
import type { UnparsedResult } from './json.ts';

/**
 * Around every handler of a service: waits until the positions that the caller has seen are applied
 * here, two seconds at most, and puts reply and positions into the one shape that crosses. A
 * command that would act on an older state than its giver saw is refused with 503; a read answers,
 * marked as stale. Source: docs/design/architecture.md#read-your-writes.
 */
export class ServiceInterceptor implements NestInterceptor {
  constructor(
    private readonly applied: AppliedPositions,
    private readonly waitMs: number = limits.positionWaitMs,
    private readonly logger?: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const call = context.switchToRpc().getData<{ context: CallContext }>();
    const { requestId, minPositions, traceparent } = call.context;
    const { name } = context.getHandler();
    const span = traceparent && tracing.open?.({ name, kind: 'server', requestId, parent: traceparent });
    // The handler's own spans are part of it.
    if (span) call.context = { ...call.context, traceparent: span.traceparent };
    const isCommand = call.context.idempotency !== null;
    const answer = from(this.applied.wait(minPositions, this.waitMs)).pipe(
      switchMap((applied) => {
        if (!applied && isCommand) return throwError(() => unavailable());
        return withLogContext({ requestId, correlationId: requestId }, () => next.handle()).pipe(
          map((answer: unknown): UnparsedResult<RpcName> => {
            // A handler answers its call's reply, alone or in an Outcome: the compiler checks it
            // where the handler is written.
            const outcome = answer instanceof Outcome ? answer : new Outcome(answer as object, {});
            const reply = outcome.reply as UnparsedResult<RpcName>['reply']; // as above
            this.logger?.debug({ requestId, call: name, stale: !applied }, 'a call was answered');
            return { reply, positions: outcome.positions, stale: !applied };
          }),
        );
      }),
    );
    if (!span) return answer;
    const failed = (failure: unknown): void =>
      span.end(...refusalOf(failure instanceof DomainError ? failure.code : undefined, failure));
    return answer.pipe(tap({ complete: () => span.end(), error: failed }));
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
    const failure = asRefusal(thrown);
    if (failure instanceof DomainError) {
      const { code, message: text, retryAfterSeconds } = failure;
      if (code === 'service.unavailable') this.unserved.warn(thrown, 'a call could not be served');
      const wire: RefusalWire = { code, text, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
      return throwError(() => wire);
    }
    const { context } = host.switchToRpc().getData<Call<RpcName>>();
    this.logger.error({ err: failure, requestId: context.requestId }, 'call failed');
    return throwError((): RefusalWire => ({ code: 'failure.unknown', text: messages.unknownFailure }));
  }
}
