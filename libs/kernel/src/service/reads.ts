import { Controller, type Type } from '@nestjs/common';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { Rights } from '../consumer/rights.ts';
import { Database } from '../database/database.ts';
import { actorOf, type Call, Handles } from '../rpc/calls.ts';
import type { UnparsedResult } from '../rpc/json.ts';

type Reply<Name extends RpcName> = UnparsedResult<Name>['reply'];

/** Queries, by the calls that they answer. */
export type Reads<Viewer> = {
  readonly [Name in RpcName]?: (
    database: Database,
    request: Rpc[Name]['request'],
    viewer: Viewer,
  ) => Reply<Name> | Promise<Reply<Name>>;
};

/** One of them, whose name says the types of its request and its reply. */
type Read<Viewer> = (database: Database, request: object, viewer: Viewer) => Promise<Reply<RpcName>>;

/**
 * A Nest controller of calls that are answered by one query each, as its caller may see it: by
 * their id. They throw `session.missing` when nobody is signed in.
 */
export function readsOf(reads: Reads<string>): Type {
  return readsFor((call) => actorOf(call).id, reads);
}

/** The same where queries need to know more of the viewer. */
export function readsFor<Viewer>(
  viewerOf: (call: Call<RpcName>, rights: Rights) => Viewer,
  reads: Reads<Viewer>,
): Type {
  @Controller()
  class ReadsController {
    constructor(
      readonly database: Database,
      readonly rights: Rights,
    ) {}
  }
  const all = Object.entries(reads) as [RpcName, Read<Viewer>][]; // its own keys and values
  for (const [name, read] of all) {
    const method = {
      value(this: ReadsController, call: Call<RpcName>) {
        return read(this.database, call.request, viewerOf(call, this.rights));
      },
    };
    Object.defineProperty(ReadsController.prototype, name, method);
    Handles<RpcName>(name)(ReadsController.prototype, name, method);
  }
  return ReadsController;
}
