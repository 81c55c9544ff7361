import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { PollWire } from '@parlour/contracts/communities';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import type { ReplyReader } from '@parlour/kernel/log/event-log';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { type CommunityState, communityGuard } from '../community/community.decider.ts';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { membershipGuard } from '../membership/membership.decider.ts';
import type { MembershipState } from '../membership/membership-status.ts';
import { timeOf } from './expiry.ts';
import { communityOfPoll, readPoll, readPolls } from './poll-page.view.ts';
import { type CreatePoll, pollDecider, pollGuard, type PollState, pollStream } from './poll.decider.ts';
import { PollResults } from './poll-results.ts';
import { type VoteInPoll, votingDecider, votingStream } from './voting.decider.ts';

const readMade: ReplyReader<string, { readonly pollId: string }> = async (_, ids) => ids.map((pollId) => ({ pollId }));

/** Calls about polls. */
@Controller()
export class PollController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(PollResults) private readonly results: PollResults,
  ) {}

  @Handles('communities.getPolls')
  async getPolls(@Payload() call: Call<'communities.getPolls'>): Promise<Rpc['communities.getPolls']['reply']> {
    return readPolls(this.database, call.request, actorOf(call).id);
  }

  @Handles('communities.addPoll')
  async addPoll(@Payload() call: Call<'communities.addPoll'>): Promise<Outcome<PollWire>> {
    const { communityId, questionText, options, expiresAt } = call.request;
    const createdBy = actorOf(call).id;
    const newId = uuidv7();
    const { reply, positions } = await this.commands.execute(originOf('communities.addPoll', call.context, uuidv7()), {
      streamId: pollStream(newId),
      orderingKey: newId,
      decider: pollDecider,
      guards: [communityGuard(communityId), membershipGuard(communityId, createdBy)],
      command: ({ now, guards: [community, own] }): CreatePoll => ({
        type: 'CreatePoll',
        pollId: newId,
        communityId,
        createdBy,
        questionText,
        options: options.map((text) => ({ optionId: uuidv7(), text })),
        expiresAt: timeOf(expiresAt),
        now,
        community: community as CommunityState, // of the guards above
        own: own as MembershipState, // of the guards above
      }),
      // A retry gets the poll that the first call created.
      reply: { read: readMade, argument: newId },
    });
    return new Outcome(await readPoll(this.database, reply.pollId, createdBy), positions);
  }

  @Handles('communities.vote')
  async vote(@Payload() call: Call<'communities.vote'>): Promise<Outcome<PollWire>> {
    const { pollId, optionId } = call.request;
    const userId = actorOf(call).id;
    const communityId = await communityOfPoll(this.database, pollId);
    const { positions } = await this.commands.execute(originOf('communities.vote', call.context, uuidv7()), {
      streamId: votingStream(pollId, userId),
      orderingKey: pollId,
      decider: votingDecider,
      guards: [pollGuard(pollId), communityGuard(communityId), membershipGuard(communityId, userId)],
      command: ({ now, guards: [poll, community, own] }): VoteInPoll => ({
        type: 'VoteInPoll',
        pollId,
        communityId,
        optionId,
        userId,
        now,
        poll: poll as PollState, // of the guards above
        community: community as CommunityState, // of the guards above
        own: own as MembershipState, // of the guards above
      }),
      reply: doneReply,
    });
    return new Outcome(await this.results.read(pollId, { optionId, name: actorOf(call).name }), positions);
  }
}
