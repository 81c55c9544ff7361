import { Injectable } from '@nestjs/common';
import type { PollWire } from '@parlour/contracts/communities';
import type { Rpc } from '@parlour/contracts/rpc';
import { Answered } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import type { AddPollDto, VoteOnPollDto } from './poll.dto.ts';

/** Reads polls on a caller's behalf: lists stay plain (decisions T-5). */
@Injectable()
export class Polls {
  constructor(private readonly calls: Calls) {}

  async ofCommunity(
    request: Rpc['communities.getPolls']['request'],
    caller: Caller,
  ): Promise<Answered<readonly PollWire[]>> {
    const { answer } = await this.calls.read('communities.getPolls', request, caller);
    return new Answered({ ...answer, body: answer.body.polls });
  }
}

/** The poll that is to be made; who makes it stands in the context of the call. */
export function pollOf({
  communityId,
  questionText,
  options,
  expiresAt,
}: AddPollDto): Rpc['communities.addPoll']['request'] {
  return { communityId: communityId.toLowerCase(), questionText, options, expiresAt };
}

/** The vote that is to be cast. */
export function voteOf({ pollId, optionId }: VoteOnPollDto): Rpc['communities.vote']['request'] {
  return { pollId: pollId.toLowerCase(), optionId: optionId.toLowerCase() };
}
