import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, NameOfKind, Rpc, RpcName } from '@parlour/contracts/rpc';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { OwnWrites } from '../http/requests/own-writes.ts';
import { EndedSessions } from '../session/ended-sessions.ts';
import type { Session } from '../session/session.ts';

/**
 * The most chats, or games, that one socket is in: more than anybody has open; entering more leaves
 * the first ones.
 */
export const maxEntered = 20;

/** Calls services on behalf of a socket's user. */
@Injectable()
export class SocketCalls {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly ended: EndedSessions,
    private readonly own: OwnWrites,
  ) {}

  /** A read, or a write that may be repeated. */
  read<Name extends NameOfKind<'read' | 'idempotent'>>(
    name: Name,
    request: Rpc[Name]['request'],
    session: Session,
  ): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, session, null);
  }

  /** A command with the client's key, or a fresh one. */
  command<Name extends NameOfKind<'command'>>(
    name: Name,
    request: Rpc[Name]['request'],
    session: Session,
    key: string | null,
  ): Promise<Rpc[Name]['reply']> {
    return this.call(name, request, session, { key: key ?? randomUUID(), bodyHash: bodyHash(request) });
  }

  private async call<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    session: Session,
    idempotency: CallContext['idempotency'],
  ): Promise<Rpc[Name]['reply']> {
    this.ended.refuse(session.id);
    const { reply, positions } = await this.environment.rpc.call(name, request, {
      requestId: newRequestId(),
      actor: session.user,
      sessionId: session.id,
      minPositions: this.own.of(session),
      idempotency,
    });
    if (idempotency !== null) this.own.add(session, positions);
    return reply;
  }
}
