import { Injectable } from '@nestjs/common';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import type { PageRequest, Rpc, RpcName } from '@parlour/contracts/rpc';
import { Answered } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';

/** Calls whose answers are kept by no cache: what people say to each other. */
@Injectable()
export class PrivateCalls {
  constructor(private readonly calls: Calls) {}

  async read<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    return asPrivate(await this.calls.read(name, request, caller));
  }

  async command<Name extends RpcName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    return asPrivate(await this.calls.command(name, request, caller));
  }

  async chats(request: PageRequest, caller: Caller): Promise<Answered<readonly ChatWire[]>> {
    return asPrivate(await this.calls.list('messaging.getChats', request, caller));
  }

  /** The messages themselves: lists stay plain (decisions T-5). */
  async messages(
    request: Rpc['messaging.getMessages']['request'],
    caller: Caller,
  ): Promise<Answered<readonly MessageWire[]>> {
    const { answer } = await this.calls.read('messaging.getMessages', request, caller);
    return asPrivate(new Answered({ ...answer, body: answer.body.messages }));
  }
}

function asPrivate<Body>({ answer }: Answered<Body>): Answered<Body> {
  return new Answered({ ...answer, isPrivate: true });
}
