import { createHash } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { MessagePattern } from '@nestjs/microservices';
import { DomainError, type ErrorCode, isUnserved, statusOfCode, unavailable } from '@parlour/contracts/errors';
import { type CallContext, type CallResult, type Rpc, type RpcName, waitOf } from '@parlour/contracts/rpc';
import type { Actor, Source } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { Outcome } from '../log/commands.ts';
import { rpcCalls } from '../metrics/metrics.ts';
import { parsed, type UnparsedResult } from './json.ts';
import { activeTraceparent } from '../tracing/request-context.ts';
import { refusalOf, tracing } from '../tracing/tracing.ts';
import type { Span } from '../tracing/span.ts';

/** A request to a service, with its caller. */
export interface Call<Name extends RpcName> {
  readonly name: Name;
  readonly request: Rpc[Name]['request'];
  readonly context: CallContext;
}

/** A service's error as it crosses a transport. */
export interface RefusalWire {
  readonly code: ErrorCode;
  readonly text: string;
  readonly retryAfterSeconds?: number;
  readonly current?: object;
}

/** A refusal, as it crosses a transport. */
export function refusalWireOf({ code, message: text, retryAfterSeconds, current }: DomainError): RefusalWire {
  return {
    code,
    text,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(current !== undefined && { current }),
  };
}

/** The call that a method of a controller answers. */
export const CallName = Reflector.createDecorator<RpcName>();

type Handled<Name extends RpcName> = UnparsedResult<Name>['reply'] | Outcome<UnparsedResult<Name>['reply']>;

/** Makes a method of a Nest controller answer a call; its parameter is a `@Payload()`. */
export function Handles<Name extends RpcName>(
  name: Name,
): <Method extends (call: Call<Name>) => Handled<Name> | Promise<Handled<Name>>>(
  controller: object,
  key: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void {
  return applyDecorators(MessagePattern(name), CallName(name));
}

/** Carries calls to a service, in process or over a network. */
export interface Transport {
  /** @throws RefusalWire as it came from the service, or the transport's own failure */
  send(call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>>;
}

/** A call exceeded its time limit. */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
}

/**
 * Calls services, typed by contracts; the only way from the gateway to a service and between
 * services.
 */
export class RpcClient {
  constructor(
    private readonly transport: Transport,
    private readonly limitMs: number,
  ) {}

  /** As `forward`, with the reply parsed. */
  async call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    context: CallContext,
  ): Promise<CallResult<Name>> {
    const result = await this.forward(name, request, context);
    return { ...result, reply: parsed(result.reply) } as CallResult<Name>; // of the same name
  }

  /**
   * For a caller that passes the reply on: it may be JSON text.
   * @throws {DomainError} the service's refusal, or `service.unavailable` when it does not answer
   * in time; nothing is known then of what became of a command
   */
  async forward<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    context: CallContext,
  ): Promise<UnparsedResult<Name>> {
    const began = performance.now();
    const note = (outcome: 'answered' | 'refused' | 'unavailable'): void =>
      rpcCalls.observe({ call: name, outcome }, (performance.now() - began) / 1_000);
    const span = tracing.open && openCall(name, context);
    const carried = span ? { ...context, traceparent: span.traceparent } : context;
    try {
      const call = { name, request, context: carried };
      const result = (await this.transport.send(call, this.limitMs + waitOf(name))) as UnparsedResult<Name>; // answered by the handler of Name
      note('answered');
      span?.end();
      return result;
    } catch (failure) {
      span?.end(...refusalOf(isRefusal(failure) ? failure.code : undefined, failure));
      note(isRefusal(failure) && !isUnserved(failure.code) ? 'refused' : 'unavailable');
      if (!isRefusal(failure)) throw unavailable();
      throw new DomainError(failure.code, failure.text, failure.retryAfterSeconds, failure.current);
    }
  }
}

/**
 * The caller's actor.
 * @throws {DomainError} `session.missing` when nobody is signed in
 */
export function actorOf(call: Pick<Call<RpcName>, 'context'>): Actor {
  if (!call.context.actor) throw new DomainError('session.missing', messages.notSignedIn);
  return call.context.actor;
}

/** The service that answers a call. */
export function serviceOf(name: RpcName): Source {
  return name.slice(0, name.indexOf('.')) as Source; // every name of Rpc begins with its service
}

/** The context of a call made by a service itself, such as reading another's feed. */
export function systemContext(requestId: string): CallContext {
  return { requestId, actor: null, sessionId: null, minPositions: {}, idempotency: null };
}

/** A hash of a command's request, so that reuse of its key for another request is detected. */
export function bodyHash(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url');
}

/** Only calls with a request are traced; regular calls between processes would drown them. */
function openCall(name: RpcName, { requestId, sessionId }: CallContext): Span | undefined {
  const parent = activeTraceparent();
  if (parent === undefined && sessionId === null) return undefined;
  return tracing.open?.({ name: `call ${name}`, kind: 'client', requestId, parent });
}

function isRefusal(failure: unknown): failure is RefusalWire {
  return (
    typeof failure === 'object' &&
    failure !== null &&
    'code' in failure &&
    'text' in failure &&
    typeof failure.text === 'string' &&
    typeof failure.code === 'string' &&
    failure.code in statusOfCode
  );
}
