import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@parlour/contracts/errors';
import { filesIn } from '@parlour/contracts/files/file-id';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, NameOfKind, Page, PageName, PageRequest, RowOf, Rpc, RpcName } from '@parlour/contracts/rpc';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { Wholes } from '../contract/wholes.ts';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { Site } from '../site/site.ts';
import { answered, answeredPage, type Answered } from './answers/answer.ts';
import type { Caller } from './requests/caller.ts';
import { OwnWrites } from './requests/own-writes.ts';

/** Calls that read, and return anything but a page. */
export type ReadName = Exclude<NameOfKind<'read' | 'idempotent'>, PageName>;

/** Calls that change something. */
export type CommandName = NameOfKind<'command'>;

/** Calls services on a caller's behalf. */
@Injectable()
export class ServiceCalls {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly own: OwnWrites,
    private readonly wholes: Wholes,
    private readonly site: Site,
  ) {}

  async read<Name extends ReadName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    return this.finish(await this.reply(name, request, caller, this.contextOf(caller, null)));
  }

  async list<Name extends PageName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<readonly RowOf<Name>[]>> {
    const context = this.contextOf(caller, null);
    const read = async (page?: PageRequest): Promise<Answered<readonly RowOf<Name>[]>> => {
      const result = await this.environment.rpc.forward(name, { ...request, ...page }, context);
      const reply = result.reply as Page<RowOf<Name>> | JsonPage<RowOf<Name>>; // by the name
      return answeredPage({ ...result, reply });
    };
    return this.finish(
      caller.contract ? await this.wholes.list(name, request, read, context, caller.contract) : await read(),
    );
  }

  /**
   * Runs a command. `identity` is what two commands under one key must have in common; it is stored
   * as a hash, so it must not contain a password, and routes name its fields, because a body may
   * have them in any order. Without a client's key the command gets a fresh one.
   * @throws {DomainError} `file.tooMany` if a text has more files than the operator allows
   */
  async command<Name extends CommandName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
    identity: object = request,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    const { filesPerPost } = this.site.current.files;
    if (textsIn(request).some((text) => filesIn(text).length > filesPerPost)) {
      throw new DomainError('file.tooMany', messages.filesTooMany(filesPerPost));
    }
    const idempotency = { key: caller.idempotencyKey ?? randomUUID(), bodyHash: bodyHash(identity) };
    const reply = await this.reply(name, request, caller, this.contextOf(caller, idempotency));
    if (caller.session && caller.minPositions === null) this.own.add(caller.session, reply.answer.positions);
    return this.finish(reply);
  }

  private async reply<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
    context: CallContext,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    const reply = answered(await this.environment.rpc.forward(name, request, context));
    return caller.contract ? this.wholes.reply(name, reply, context) : reply;
  }

  /** The answer as routes return it. */
  protected finish<Body>(answer: Answered<Body>): Answered<Body> {
    return answer;
  }

  private contextOf(caller: Caller, idempotency: CallContext['idempotency']): CallContext {
    return {
      requestId: caller.requestId,
      actor: caller.session?.user ?? null,
      sessionId: caller.session?.id ?? null,
      minPositions: caller.minPositions ?? this.own.of(caller.session),
      idempotency,
    };
  }
}

/** The texts of a request: what people write is somewhere in it. */
function textsIn(request: unknown): readonly string[] {
  if (typeof request === 'string') return [request];
  return typeof request === 'object' && request !== null ? Object.values(request).flatMap(textsIn) : [];
}
