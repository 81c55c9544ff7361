import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneAfter, doneReply, madeReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { communityGuard } from '../community/community.decider.ts';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import { membershipGuard } from '../membership/membership.decider.ts';
import { timeOf } from './expiry.ts';
import { communityOfPoll, readPoll, readRemovalFacts, readResult, refuseVoted } from './poll.queries.ts';
import { type CreatePoll, type EditPoll, type EndPoll, pollDecider, pollGuard, pollStream } from './poll.decider.ts';
import { pollRemovalDecider, type RemovePoll } from './poll-removal.decider.ts';
import { PollResults } from './poll-results.queries.ts';
import { type VoteInPoll, votingDecider, votingStream } from './voting.decider.ts';

/** Calls about polls. */
@Controller()
export class PollController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly results: PollResults,
  ) {}

  @Handles('communities.addPoll')
  async addPoll(@Payload() call: Call<'communities.addPoll'>) {
    const { communityId, questionText, options, expiresAt } = call.request;
    const createdBy = actorOf(call).id;
    const newId = uuidv7();
    const { reply, positions } = await this.commands.execute(originOf(call), {
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
        community,
        own,
      }),
      // A retry gets the poll that the first call created.
      reply: madeReply({ pollId: newId }),
    });
    return new Outcome(await readPoll(this.database, reply.pollId, createdBy), positions);
  }

  @Handles('communities.closePoll')
  closePoll(@Payload() call: Call<'communities.closePoll'>) {
    return this.change(call, (who) => ({ type: 'EndPoll', ...who }));
  }

  @Handles('communities.deletePoll')
  deletePoll(@Payload() call: Call<'communities.deletePoll'>) {
    return this.remove(call, 'DeletePost', call.request.reason);
  }

  @Handles('communities.restorePoll')
  restorePoll(@Payload() call: Call<'communities.restorePoll'>) {
    return this.remove(call, 'RestorePost');
  }

  @Handles('communities.editPoll')
  editPoll(@Payload() call: Call<'communities.editPoll'>) {
    const { pollId, questionText, options, version } = call.request;
    const texts = options.map((text) => ({ optionId: uuidv7(), text }));
    return withCurrent(
      () =>
        this.change(call, (who) => {
          return { type: 'EditPoll', ...who, questionText, options: texts, version };
        }),
      () => readPoll(this.database, pollId, actorOf(call).id),
    );
  }

  /** Carries out a change of a poll by a person. */
  private async change(
    call: Call<'communities.closePoll' | 'communities.editPoll'>,
    commandOf: (who: Omit<EndPoll, 'type'>) => EndPoll | EditPoll,
  ): Promise<Outcome<PollWire>> {
    const { pollId } = call.request;
    const by = actorOf(call).id;
    const communityId = await communityOfPoll(this.database, pollId, by);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: pollStream(pollId),
      orderingKey: pollId,
      decider: pollDecider,
      guards: [communityGuard(communityId), membershipGuard(communityId, by)],
      command: ({ now, guards: [community, own] }) =>
        commandOf({
          pollId,
          communityId,
          by,
          now,
          community,
          own,
        }),
      reply: call.name === 'communities.editPoll' ? doneAfter((tx) => refuseVoted(tx, pollId)) : doneReply,
    });
    return new Outcome(await readPoll(this.database, pollId, by), positions);
  }

  /** Removes or restores a poll. Operators do so also where they see nothing. */
  private async remove(
    call: Call<'communities.deletePoll' | 'communities.restorePoll'>,
    type: RemovePoll['type'],
    reason = '',
  ): Promise<Outcome<PollWire>> {
    const { pollId } = call.request;
    const by = actorOf(call).id;
    const { communityId, isOperator, isReadable } = await readRemovalFacts(this.database, pollId, by);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: pollStream(pollId),
      orderingKey: pollId,
      decider: pollRemovalDecider,
      guards: [
        communityGuard(communityId),
        membershipGuard(communityId, by),
        // If it is erased meanwhile, this is decided again: then it is too late to restore it.
        blankingGuard(pollId),
      ],
      command: ({ now, guards: [community, own] }): RemovePoll => ({
        ...{ type, pollId, communityId, by, now, isOperator, reason },
        ...{ community, own },
      }),
      reply: doneReply,
    });
    if (isReadable) return new Outcome(await readPoll(this.database, pollId, by), positions);
    return new Outcome({ ...(await readResult(this.database, pollId)), questionText: '', options: [] }, positions);
  }

  @Handles('communities.vote')
  async vote(@Payload() call: Call<'communities.vote'>) {
    const { pollId, optionId } = call.request;
    const userId = actorOf(call).id;
    const communityId = await communityOfPoll(this.database, pollId, userId);
    const { positions } = await this.commands.execute(originOf(call), {
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
        poll,
        community,
        own,
      }),
      reply: doneReply,
    });
    return new Outcome(await this.results.read(pollId, { optionId, userId, name: actorOf(call).name }), positions);
  }
}
