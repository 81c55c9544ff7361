import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readModerationLog } from './moderation.queries.ts';

/** Calls about the moderation log. */
@Controller()
export class ModerationController {
  constructor(private readonly database: Database) {}

  @Handles('communities.getModerationLog')
  getModerationLog(
    @Payload() call: Call<'communities.getModerationLog'>,
  ): Promise<Rpc['communities.getModerationLog']['reply']> {
    return readModerationLog(this.database, call.request, actorOf(call).id);
  }
}
