import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { StateChanges } from '@parlour/kernel/log/state-changes';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { noteOnline, readOnline, readOnlineShown, showOnline } from './online.queries.ts';

/** Calls about who is online. */
@Controller()
export class OnlineController {
  constructor(
    private readonly database: Database,
    private readonly states: StateChanges,
  ) {}

  @Handles('identity.stayOnline')
  async stayOnline(@Payload() { request }: Call<'identity.stayOnline'>): Promise<{ known: boolean }> {
    const { known, changed } = await noteOnline(this.database, request);
    this.announce(changed);
    return { known };
  }

  @Handles('identity.getOnline')
  async getOnline(@Payload() call: Call<'identity.getOnline'>): Promise<Rpc['identity.getOnline']['reply']> {
    const { usernames, acquainted } = call.request;
    return { people: await readOnline(this.database, usernames, acquainted, actorOf(call).id) };
  }

  @Handles('identity.getOnlineShown')
  getOnlineShown(@Payload() call: Call<'identity.getOnlineShown'>): Promise<{ shown: boolean }> {
    return readOnlineShown(this.database, actorOf(call).id);
  }

  @Handles('identity.showOnline')
  async showOnline(@Payload() call: Call<'identity.showOnline'>): Promise<{ shown: boolean }> {
    const { id } = actorOf(call);
    if (await showOnline(this.database, id, call.request.shown)) this.announce([id]);
    return readOnlineShown(this.database, id);
  }

  private announce(userIds: readonly string[]): void {
    for (const userId of userIds) this.states.announce(userId);
  }
}
