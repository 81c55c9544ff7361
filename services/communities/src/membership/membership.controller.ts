import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { KnownPeople } from '@parlour/people/known-people';
import { communityGuard } from '../community/community.decider.ts';
import { readCommunity, readLeftCommunity } from '../community/community.queries.ts';
import {
  type ChangeMembership,
  isLeaving,
  membershipDecider,
  membershipGuard,
  membershipStream,
} from './membership.decider.ts';
import { readLeaders } from './people-list.queries.ts';

/** Calls about a community's people. */
@Controller()
export class MembershipController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly people: KnownPeople,
  ) {}

  @Handles('communities.changeMembership')
  async changeMembership(@Payload() call: Call<'communities.changeMembership'>) {
    const { communityId, username, list, action } = call.request;
    const actor = actorOf(call);
    refuse(checkWellFormed(username));
    const [userId = null] = await this.people.idsOf([username], actor);
    if (userId === null) throw new DomainError('user.unknown', messages.userUnknown);
    const isRequest = list === 'pendingMembers' && action === 'add';
    const leaders = isRequest ? await readLeaders(this.database, communityId) : [];
    const others = userId === actor.id ? [] : [userId];
    const ends = ['members remove', 'moderators remove', 'bannedMembers add'].includes(`${list} ${action}`);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: membershipStream(communityId, userId),
      orderingKey: communityId,
      decider: membershipDecider,
      people: others,
      guards: [communityGuard(communityId), ...others.map(() => membershipGuard(communityId, actor.id))],
      command: ({ guards: [community, own] }): ChangeMembership => ({
        type: 'ChangeMembership',
        communityId,
        by: actor.id,
        userId,
        list,
        action,
        leaders,
        community,
        own: own ?? membershipDecider.initial,
      }),
      reply: doneReply,
      // They lose access, or may no longer moderate, before the removal is announced.
      revokes: ends ? ['qa', 'notifications'] : [],
    });
    const read = isLeaving({ by: actor.id, userId, list, action }) ? readLeftCommunity : readCommunity;
    return new Outcome(await read(this.database, communityId, actor.id), positions);
  }
}
