import { Injectable } from '@nestjs/common';
import type { PageName, RowOf, Rpc } from '@parlour/contracts/rpc';
import { Answered } from './answer.ts';
import type { Caller } from './caller.ts';
import { Calls, type CommandName, type ReadName } from './calls.ts';

/** Calls whose answers are never cached: private conversations, and data for one person only. */
@Injectable()
export class PrivateCalls {
  constructor(private readonly calls: Calls) {}

  async read<Name extends ReadName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    return asPrivate(await this.calls.read(name, request, caller));
  }

  async list<Name extends PageName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<readonly RowOf<Name>[]>> {
    return asPrivate(await this.calls.list(name, request, caller));
  }

  async command<Name extends CommandName>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
    identity: object = request,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    return asPrivate(await this.calls.command(name, request, caller, identity));
  }
}

function asPrivate<Body>({ answer }: Answered<Body>): Answered<Body> {
  return new Answered({ ...answer, isPrivate: true });
}
