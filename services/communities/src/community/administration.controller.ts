import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { refuseUnlessOperator } from '@parlour/people/operators';
import { readAnyCommunity } from './all-communities.queries.ts';
import { type CloseAnyCommunity, communityDecider, communityStream } from './community.decider.ts';

/** Calls of operators about all communities of the site. Source: decisions O-14. */
@Controller()
export class AdministrationController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('communities.closeAny')
  async closeAny(@Payload() call: Call<'communities.closeAny'>) {
    const { communityId } = call.request;
    const by = actorOf(call).id;
    await refuseUnlessOperator(this.database, by);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: communityStream(communityId),
      orderingKey: communityId,
      decider: communityDecider,
      command: (): CloseAnyCommunity => ({ type: 'CloseAnyCommunity', communityId, by }),
      reply: doneReply,
      // Nothing may be posted in it any more.
      revokes: ['qa', 'notifications'],
    });
    return new Outcome(await readAnyCommunity(this.database, communityId, by), positions);
  }
}
