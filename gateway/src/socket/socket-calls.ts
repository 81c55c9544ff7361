import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type ErrorWire } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, Rpc, RpcName } from '@parlour/contracts/rpc';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { faults, idForm } from '../http/validation.ts';
import { EndedSessions } from '../session/ended-sessions.ts';
import type { Session } from '../session/session.ts';

/**
 * The most chats, or games, that one socket is in: more than anybody has open; entering more leaves
 * the first ones.
 */
export const maxEntered = 20;

type Done = (answer: SocketAnswer) => void;

/** Calls services on behalf of a socket's user, and acknowledges its events. */
@Injectable()
export class SocketCalls {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly ended: EndedSessions,
  ) {}

  /** A call without a key: a read, or one that may be repeated. */
  read<Name extends RpcName>(name: Name, request: Rpc[Name]['request'], session: Session): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, session, null);
  }

  /** A command with the client's key, or a fresh one. */
  command<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    session: Session,
    key: string | null,
  ): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, session, { key: key ?? randomUUID(), bodyHash: bodyHash(request) });
  }

  /**
   * Handles an event and acknowledges the outcome to its sender; without an acknowledgement
   * function only `refused` reports an error.
   */
  answer(done: Done | undefined, work: () => Promise<void> | void, refused?: (refusal: ErrorWire) => void): void {
    void this.outcomeOf(work).then((outcome) => {
      if ('error' in outcome) refused?.(outcome);
      if (typeof done === 'function') done(outcome);
    });
  }

  private async call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    session: Session,
    idempotency: CallContext['idempotency'],
  ): Promise<Rpc[Name]['reply']> {
    this.ended.refuse(session.id);
    const { reply } = await this.environment.rpc.call(name, request, {
      requestId: newRequestId(),
      actor: session.user,
      sessionId: session.id,
      minPositions: {},
      idempotency,
    });
    return reply;
  }

  private async outcomeOf(work: () => Promise<void> | void): Promise<SocketAnswer> {
    try {
      await work();
      return { ok: true };
    } catch (failure) {
      if (failure instanceof DomainError) return { error: failure.message, code: failure.code };
      this.environment.logger.error({ err: failure }, 'socket event failed');
      return { error: messages.unknownFailure, code: 'failure.unknown' };
    }
  }
}

/**
 * The id in an event.
 * @throws {DomainError} `id.malformed` with the text, for anything else
 */
export function idIn(given: unknown, text: string): string {
  if (typeof given !== 'string' || !idForm.test(given)) throw new DomainError(faults.id.code, text);
  return given.toLowerCase();
}
