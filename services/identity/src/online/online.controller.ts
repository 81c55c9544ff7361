import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '@parlour/kernel/database/database';
import { StateChanges } from '@parlour/kernel/log/state-changes';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { noteOnline, readOnlineShown, showOnline } from './online.queries.ts';

/** Calls about who is online. */
@Controller()
export class OnlineController {
  constructor(
    private readonly database: Database,
    private readonly states: StateChanges,
  ) {}

  @Handles('identity.stayOnline')
  async stayOnline(@Payload() { request }: Call<'identity.stayOnline'>) {
    const { known, changed } = await noteOnline(this.database, request);
    this.announce(changed);
    return { known };
  }

  @Handles('identity.showOnline')
  async showOnline(@Payload() call: Call<'identity.showOnline'>) {
    const { id } = actorOf(call);
    if (await showOnline(this.database, id, call.request.shown)) this.announce([id]);
    return readOnlineShown(this.database, id);
  }

  private announce(userIds: readonly string[]): void {
    for (const userId of userIds) this.states.announce(userId);
  }
}
