import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Positions } from '@parlour/contracts/envelope';
import { Database } from '@parlour/kernel/database/database';
import { Commands, operatorOrigin, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { refuseUnlessOperator } from '@parlour/people/operators';
import { communityGuard } from '../community/community.decider.ts';
import { followUpBatch } from './follow-ups.queries.ts';
import { type Pair, readNamed, readUnjoined } from './listed.queries.ts';
import { type AdmitListed, membershipDecider, membershipStream } from './membership.decider.ts';

/** The communities of people on an operator's list. Source: specification IN-2. */
@Controller()
export class ListedController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('communities.findNamed')
  async findNamed(@Payload() call: Call<'communities.findNamed'>) {
    await refuseUnlessOperator(this.database, actorOf(call).id);
    return { communities: await readNamed(this.database, call.request.names) };
  }

  @Handles('communities.admitListed')
  async admitListed(@Payload() call: Call<'communities.admitListed'>) {
    const { members, dryRun } = call.request;
    const by = actorOf(call);
    await refuseUnlessOperator(this.database, by.id);
    const pairs = members.flatMap(({ userId, communityIds }) =>
      communityIds.map((communityId) => ({ userId, communityId })),
    );
    const unjoined = await readUnjoined(this.database, pairs);
    const positions: { communities?: number } = {};
    const admit = async ({ userId, communityId }: Pair): Promise<void> => {
      const admitted: { readonly positions: Positions } = await this.commands.execute(
        operatorOrigin('operator.admitListed', by),
        {
          streamId: membershipStream(communityId, userId),
          orderingKey: communityId,
          decider: membershipDecider,
          guards: [communityGuard(communityId)],
          command: ({ guards: [community] }): AdmitListed => {
            return { type: 'AdmitListed', communityId, userId, by: by.id, community };
          },
          people: [userId],
          reply: doneReply,
        },
      );
      positions.communities = Math.max(positions.communities ?? 0, admitted.positions.communities ?? 0);
    };
    if (!dryRun) {
      for (let from = 0; from < unjoined.length; from += followUpBatch) {
        await Promise.all(unjoined.slice(from, from + followUpBatch).map(admit));
      }
    }
    const joined = members.map(({ userId, communityIds }) =>
      communityIds.filter((id) => unjoined.some((pair) => pair.userId === userId && pair.communityId === id)),
    );
    return new Outcome({ joined }, positions);
  }
}
